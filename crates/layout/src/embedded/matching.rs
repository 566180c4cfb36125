//! What it would cost to match the page's style, by counting; and rules that cost too much are left out. The engine is
//! quick with what pages do, but some selectors and values make it take minutes: it finds the place of an element among
//! its siblings by counting them, so that `a ~ b` takes the cube of their number. Counts are the same on every machine
//! and on every run, which a clock is not.

use std::collections::HashMap;

use page::NodeId;
use page::tree::Tree;
use selectors::parser::{Combinator, Component, Selector};
use style::properties::{PropertyDeclaration, PropertyDeclarationBlock};
use style::selector_parser::SelectorImpl;
use style::servo_arc::Arc as ServoArc;
use style::shared_lock::{Locked, SharedRwLock, SharedRwLockReadGuard};
use style::stylesheets::{CssRule, CssRules};

/// What all rules of a page may cost, in steps of about a nanosecond. Pages as they are cost a hundredth of it.
const BUDGET: u64 = 4_000_000_000;
/// What it costs to look at one part of a selector, at one element above, at one declaration, at one character that
/// style adds to the page, and at one track of a grid.
const PART: u64 = 50;
const ANCESTOR: u64 = 10;
const DECLARATION: u64 = 20;
const CHARACTER: u64 = 1000;
const TRACK: u64 = 1000;
/// What each rule adds to the cost of all that follow, since the engine's tables of short names degenerate.
const COLLISION: u64 = 6;

/// The elements that a rule may apply to, and what they mean for its cost.
#[derive(Clone, Copy, Default)]
struct Sums {
    count: u64,
    depth: u64,
    below: u64,
    attribute_bytes: u64,
    /// The siblings of each element, and the square of how many stand before it.
    siblings: u64,
    squares: u64,
    /// The same, with those of all elements around it.
    path_siblings: u64,
    path_squares: u64,
}

impl Sums {
    fn add(&mut self, other: &Sums) {
        self.count += other.count;
        self.depth += other.depth;
        self.below += other.below;
        self.attribute_bytes += other.attribute_bytes;
        self.siblings = self.siblings.saturating_add(other.siblings);
        self.squares = self.squares.saturating_add(other.squares);
        self.path_siblings = self.path_siblings.saturating_add(other.path_siblings);
        self.path_squares = self.path_squares.saturating_add(other.path_squares);
    }
}

/// What a selector asks of the engine beyond looking at the element itself.
#[derive(Clone, Copy, Default)]
struct Needs {
    parts: u64,
    climbs: bool,
    counts_siblings: bool,
    walks_siblings: bool,
    searches_below: bool,
    reads_attributes: bool,
}

/// The costs of a page's rules.
pub(super) struct Matching {
    all: Sums,
    /// The elements by `#id`, `.class` and name, in lower case.
    by_key: HashMap<String, Sums>,
    longest_attribute: u64,
    longest_variable: u64,
    left: u64,
    rules: u64,
}

impl Matching {
    pub(super) fn of(tree: &Tree) -> Matching {
        let mut matching = Matching {
            all: Sums::default(),
            by_key: HashMap::new(),
            longest_attribute: 0,
            longest_variable: 0,
            left: BUDGET,
            rules: 0,
        };
        let mut paths: Vec<(u64, u64)> = vec![(0, 0); tree.len()];
        let mut places: Vec<(u64, u64)> = vec![(0, 0); tree.len()];
        for id in tree.nodes() {
            let siblings = tree.children(id).count() as u64;
            for (index, child) in tree.children(id).enumerate() {
                places[child.index()] = (siblings, (index as u64).pow(2) / 2);
            }
        }
        for id in tree.elements() {
            let (siblings, squares) = places[id.index()];
            let outer = tree.parent(id).map_or((0, 0), |parent| paths[parent.index()]);
            let path = (outer.0.saturating_add(siblings), outer.1.saturating_add(squares));
            paths[id.index()] = path;
            let lengths = tree.attrs(id).map(|(_, value)| value.len() as u64);
            let (total, longest) = lengths.fold((0, 0), |(sum, most), length| (sum + length, length.max(most)));
            matching.longest_attribute = matching.longest_attribute.max(longest);
            matching.count(
                tree,
                id,
                &Sums {
                    count: 1,
                    depth: tree.depth(id) as u64,
                    below: (tree.end(id).index() - id.index()) as u64,
                    attribute_bytes: total,
                    siblings,
                    squares,
                    path_siblings: path.0,
                    path_squares: path.1,
                },
            );
        }
        matching
    }

    fn count(&mut self, tree: &Tree, id: NodeId, sums: &Sums) {
        self.all.add(sums);
        let mut add = |key: String| self.by_key.entry(key).or_default().add(sums);
        add(tree.name(id).to_ascii_lowercase());
        if let Some(own) = tree.attr(id, "id") {
            add(format!("#{}", own.to_ascii_lowercase()));
        }
        for class in tree.classes(id) {
            add(format!(".{}", class.to_ascii_lowercase()));
        }
    }

    /// Leaves out the rules that would cost more than is left.
    pub(super) fn prune(&mut self, rules: &Locked<CssRules>, lock: &SharedRwLock) {
        self.measure_variables(rules, &lock.read());
        self.prune_inside(rules, lock, Needs::default());
    }

    fn prune_inside(&mut self, rules: &Locked<CssRules>, lock: &SharedRwLock, outer: Needs) {
        let before: Vec<CssRule> = rules.read_with(&lock.read()).0.clone();
        let mut kept = Vec::with_capacity(before.len());
        for rule in &before {
            let mut inner = outer;
            if let CssRule::Style(style) = rule {
                let guard = lock.read();
                let style = style.read_with(&guard);
                let cost = self.cost(style.selectors.slice(), style.block.read_with(&guard), outer);
                let Some(left) = self.left.checked_sub(cost) else { continue };
                self.left = left;
                self.rules += style.selectors.slice().len() as u64;
                style.selectors.slice().iter().for_each(|selector| inner.add(selector));
            }
            // The lock is taken again inside, and must be free by then.
            let nested = nested(rule, &lock.read());
            if let Some(nested) = nested {
                self.prune_inside(&nested, lock, inner);
            }
            kept.push(rule.clone());
        }
        if kept.len() < before.len() {
            rules.write_with(&mut lock.write()).0 = kept;
        }
    }

    fn measure_variables(&mut self, rules: &Locked<CssRules>, guard: &SharedRwLockReadGuard<'_>) {
        for rule in &rules.read_with(guard).0 {
            if let CssRule::Style(style) = rule {
                for declaration in style.read_with(guard).block.read_with(guard).declarations() {
                    if matches!(declaration, PropertyDeclaration::Custom(_)) {
                        self.longest_variable = self.longest_variable.max(written(declaration).len() as u64);
                    }
                }
            }
            if let Some(nested) = nested(rule, guard) {
                self.measure_variables(&nested, guard);
            }
        }
    }

    /// What one rule costs.
    fn cost(&self, selectors: &[Selector<SelectorImpl>], block: &PropertyDeclarationBlock, outer: Needs) -> u64 {
        let values: u64 = block.declarations().iter().map(|declaration| self.value_cost(declaration)).sum();
        let costs = selectors.iter().map(|selector| {
            let sums = self.candidates(selector);
            let mut needs = outer;
            needs.add(selector);
            matching_cost(&sums, needs).saturating_add(sums.count.saturating_mul(values))
        });
        costs.fold(self.rules * COLLISION * selectors.len() as u64, u64::saturating_add)
    }

    /// The elements that the engine tries a selector on: it looks them up by one part of what is said of them.
    fn candidates(&self, selector: &Selector<SelectorImpl>) -> Sums {
        let (mut id, mut class, mut name) = (None::<Sums>, None::<Sums>, None::<Sums>);
        for component in selector.iter_raw_match_order() {
            let key = match component {
                Component::Combinator(Combinator::PseudoElement) => continue,
                Component::Combinator(_) => break,
                Component::ID(ident) => format!("#{}", ident.0.to_ascii_lowercase()),
                Component::Class(ident) => format!(".{}", ident.0.to_ascii_lowercase()),
                Component::LocalName(local) => local.lower_name.to_string(),
                _ => continue,
            };
            let sums = self.by_key.get(&key).copied().unwrap_or_default();
            let slot = match component {
                Component::ID(_) => &mut id,
                Component::Class(_) => &mut class,
                _ => &mut name,
            };
            if slot.is_none_or(|known| known.count < sums.count) {
                *slot = Some(sums);
            }
        }
        id.or(class).or(name).unwrap_or(self.all)
    }

    /// What one declaration costs for each element that it applies to.
    fn value_cost(&self, declaration: &PropertyDeclaration) -> u64 {
        let name = declaration.id().name().to_string();
        let cost = match name.as_str() {
            "content" | "list-style-type" | "quotes" => {
                let value = written(declaration);
                let references = |start: &str| value.matches(start).count() as u64;
                let characters = value.len() as u64
                    + references("attr(").saturating_mul(self.longest_attribute)
                    + references("var(").saturating_mul(self.longest_variable)
                    + references("counters(").saturating_mul(1000);
                // A few characters are what every page has.
                characters.saturating_sub(40).saturating_mul(CHARACTER)
            }
            "grid-template-columns" | "grid-template-rows" | "grid-template-areas" => {
                tracks(&written(declaration)).saturating_mul(TRACK)
            }
            _ => 0,
        };
        cost.saturating_add(DECLARATION)
    }
}

fn matching_cost(sums: &Sums, needs: Needs) -> u64 {
    let mut cost = sums.count.saturating_mul(PART * needs.parts);
    let (siblings, squares) = match needs.climbs {
        true => (sums.path_siblings, sums.path_squares),
        false => (sums.siblings, sums.squares),
    };
    for (applies, more) in [
        (needs.climbs, sums.depth.saturating_mul(ANCESTOR)),
        (needs.counts_siblings, siblings),
        (needs.walks_siblings, squares),
        (needs.searches_below, sums.below.saturating_mul(PART).saturating_add(sums.squares)),
        (needs.reads_attributes, sums.attribute_bytes),
    ] {
        cost = cost.saturating_add(if applies { more } else { 0 });
    }
    cost
}

impl Needs {
    fn add(&mut self, selector: &Selector<SelectorImpl>) {
        for component in selector.iter_raw_match_order() {
            self.parts += 1;
            match component {
                Component::Combinator(Combinator::Child | Combinator::Descendant) => self.climbs = true,
                Component::Combinator(Combinator::NextSibling) => self.counts_siblings = true,
                Component::Combinator(Combinator::LaterSibling) => self.walks_siblings = true,
                Component::Nth(_) | Component::Empty => self.counts_siblings = true,
                Component::NthOf(nth) => {
                    self.counts_siblings = true;
                    nth.selectors().iter().for_each(|inner| self.add(inner));
                }
                Component::Negation(list) | Component::Is(list) | Component::Where(list) => {
                    list.slice().iter().for_each(|inner| self.add(inner));
                }
                Component::Has(list) => {
                    self.searches_below = true;
                    list.iter().for_each(|inner| self.add(&inner.selector));
                }
                Component::AttributeInNoNamespace { .. } | Component::AttributeOther(_) => self.reads_attributes = true,
                _ => {}
            }
        }
    }
}

/// The rules inside a rule.
fn nested(rule: &CssRule, guard: &SharedRwLockReadGuard<'_>) -> Option<ServoArc<Locked<CssRules>>> {
    match rule {
        CssRule::Style(rule) => rule.read_with(guard).rules.clone(),
        CssRule::Import(rule) => {
            Some(rule.read_with(guard).stylesheet.as_sheet()?.contents.read_with(guard).rules.clone())
        }
        CssRule::Media(rule) => Some(rule.rules.clone()),
        CssRule::Supports(rule) => Some(rule.rules.clone()),
        CssRule::Container(rule) => Some(rule.rules.clone()),
        CssRule::LayerBlock(rule) => Some(rule.rules.clone()),
        CssRule::Scope(rule) => Some(rule.rules.clone()),
        CssRule::StartingStyle(rule) => Some(rule.rules.clone()),
        CssRule::Document(rule) => Some(rule.rules.clone()),
        _ => None,
    }
}

fn written(declaration: &PropertyDeclaration) -> String {
    let mut value = String::new();
    match declaration.to_css(&mut value) {
        Ok(()) => value,
        Err(_) => String::new(),
    }
}

/// How many tracks a grid's template has, at most.
pub(super) fn tracks(template: &str) -> u64 {
    let repeats = template.match_indices("repeat(").map(|(at, start)| {
        let count = template[at + start.len()..].trim_start();
        let digits = count.bytes().take_while(u8::is_ascii_digit).count();
        count[..digits].parse::<u64>().unwrap_or(1)
    });
    let most = repeats.max().unwrap_or(1);
    (template.split_ascii_whitespace().count() as u64).saturating_mul(most)
}
