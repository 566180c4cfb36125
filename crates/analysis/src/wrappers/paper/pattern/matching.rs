//! Finds a pattern in a page, in time linear in the page whatever the pattern.
//!
//! A pass from the end of the page to its start says at each place from which steps of the pattern the rest of it can
//! be found. With that known, a walk from the start never takes a wrong turn: it takes the first of two ways that
//! leads to the end, as a backtracking matcher would after all its trials. What the pass finds is kept for one stretch
//! of the page at a time and made again when the walk gets there, so that memory is small.

use page::{NodeId, Page};

use super::{Part, Pattern, Slot, Times};
use crate::wrappers::paper::tags::{Alphabet, Letter, TEXT, TagString};

/// So many places are known at a time.
const STRETCH: usize = 1_024;

/// One place where a pattern stands in a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The node of its first tag or text.
    pub first: NodeId,
    /// The node of its last tag or text.
    pub last: NodeId,
    /// Its texts, in order. A slot in a group may be there many times or not at all.
    pub texts: Vec<Filled>,
}

/// A slot of a pattern with what stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    /// Which kind of slot it is.
    pub slot: Slot,
    /// The text node; the first, if the text is in several with comments between.
    pub node: NodeId,
    /// The text, folded.
    pub text: String,
}

impl Pattern {
    /// Where the pattern stands in a page, in order and without overlaps; of two ways to match at one place, the one
    /// that takes more of the groups that come first.
    pub fn matches(&self, page: &Page) -> Vec<Match> {
        self.matches_in(page, &TagString::of(page))
    }

    /// Where it stands in the tags of a page.
    pub(in crate::wrappers::paper) fn matches_in(&self, page: &Page, tags: &TagString) -> Vec<Match> {
        let program = Program::new(self, &tags.alphabet);
        let mut reach = Reach::new(&program, &tags.symbols);
        let mut matches = Vec::new();
        let mut at = 0;
        while at < tags.symbols.len() {
            if !reach.leads_on(at, 0) {
                at += 1;
                continue;
            }
            let (end, slots) = walk(&program, &mut reach, at);
            let fill = |(slot, at): (Slot, usize)| {
                let (node, text) = tags.text(page, at);
                Filled { slot, node, text }
            };
            let (first, last) = (tags.pieces[at].node(), tags.pieces[end - 1].node());
            matches.push(Match { first, last, texts: slots.into_iter().map(fill).collect() });
            at = end;
        }
        matches
    }
}

/// Follows the pattern from a place where it is known to stand: where it ends, and where its texts are.
fn walk(program: &Program, reach: &mut Reach<'_>, from: usize) -> (usize, Vec<(Slot, usize)>) {
    let (mut at, mut step) = (from, 0);
    let mut slots = Vec::new();
    loop {
        match program.steps[step] {
            Step::Symbol(_) => (at, step) = (at + 1, step + 1),
            Step::Slot(slot) => {
                slots.push((slot, at));
                (at, step) = (at + 1, step + 1);
            }
            Step::Either(first, second) => step = if reach.leads_on(at, first) { first } else { second },
            // Never is not walked to: it leads nowhere.
            Step::End | Step::Never => return (at, slots),
        }
    }
}

/// A step of a compiled pattern. All but the last two go on to the step behind them or to those they name.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Takes this symbol.
    Symbol(u32),
    /// Takes a text.
    Slot(Slot),
    /// Goes on with the first if that leads to the end, else with the second.
    Either(usize, usize),
    /// The pattern is complete.
    End,
    /// A tag that the page does not have.
    Never,
}

struct Program {
    steps: Vec<Step>,
    /// For each symbol of the page, which of the masks below is that of the steps that take it. The first takes none.
    masks_of: Vec<usize>,
    /// One bit for each step, mask after mask.
    masks: Vec<u64>,
    /// The branches, each behind those that it may lead to without taking a symbol.
    branches: Vec<usize>,
}

impl Program {
    fn new(pattern: &Pattern, alphabet: &Alphabet) -> Program {
        let mut steps = Vec::new();
        compile(&pattern.parts, alphabet, &mut steps);
        steps.push(Step::End);
        let words = steps.len().div_ceil(64);
        let mut masks_of = vec![0; alphabet.len()];
        let mut masks = vec![0; words];
        for (index, step) in steps.iter().enumerate() {
            let symbol = match *step {
                Step::Symbol(symbol) => symbol,
                Step::Slot(_) => TEXT,
                _ => continue,
            };
            let mask = &mut masks_of[symbol as usize];
            if *mask == 0 {
                *mask = masks.len() / words;
                masks.resize(masks.len() + words, 0);
            }
            set(&mut masks[*mask * words..], index);
        }
        let branches = ordered_branches(&steps);
        Program { steps, masks_of, masks, branches }
    }

    /// How many words hold one bit for each step.
    fn words(&self) -> usize {
        self.steps.len().div_ceil(64)
    }

    /// The steps that take a symbol, as bits.
    fn takers(&self, symbol: u32) -> &[u64] {
        &self.masks[self.masks_of[symbol as usize] * self.words()..][..self.words()]
    }
}

fn compile(parts: &[Part], alphabet: &Alphabet, steps: &mut Vec<Step>) {
    let tag = |letter| alphabet.symbol(letter).map_or(Step::Never, Step::Symbol);
    for part in parts {
        match part {
            Part::Open(name) => steps.push(tag(Letter::Open(name))),
            Part::Close(name) => steps.push(tag(Letter::Close(name))),
            Part::Slot(slot) => steps.push(Step::Slot(*slot)),
            Part::Group(parts, times) => {
                let branch = steps.len();
                if *times != Times::Once {
                    steps.push(Step::End);
                }
                let body = steps.len();
                compile(parts, alphabet, steps);
                if *times != Times::Optional {
                    steps.push(Step::Either(body, steps.len() + 1));
                }
                if *times != Times::Once {
                    steps[branch] = Step::Either(body, steps.len());
                }
            }
        }
    }
}

/// Branches in such an order that each comes behind those it leads to. There is one, since no repeated group can be
/// empty.
fn ordered_branches(steps: &[Step]) -> Vec<usize> {
    let mut order = Vec::new();
    let mut seen = vec![false; steps.len()];
    for start in 0..steps.len() {
        let mut open = vec![(start, 0)];
        while let Some((at, turn)) = open.pop() {
            let Step::Either(first, second) = steps[at] else { continue };
            if turn == 0 && std::mem::replace(&mut seen[at], true) {
                continue;
            }
            match [first, second].get(turn) {
                Some(&next) => open.extend([(at, turn + 1), (next, 0)]),
                None => order.push(at),
            }
        }
    }
    order
}

/// At each place, the steps from which the end of the pattern can be reached.
struct Reach<'a> {
    program: &'a Program,
    symbols: &'a [u32],
    /// The bits at the first place of each stretch.
    starts: Vec<u64>,
    /// The stretch whose places are known.
    stretch: usize,
    /// The bits of its places, and of the one behind them.
    known: Vec<u64>,
}

impl<'a> Reach<'a> {
    fn new(program: &'a Program, symbols: &'a [u32]) -> Reach<'a> {
        let words = program.words();
        // There is a place behind the last symbol too.
        let stretches = symbols.len() / STRETCH + 1;
        let mut reach = Reach {
            program,
            symbols,
            starts: vec![0; (stretches + 1) * words],
            stretch: stretches,
            known: vec![0; (STRETCH + 1) * words],
        };
        for stretch in (0..stretches).rev() {
            reach.know(stretch);
            let (known, starts) = (&reach.known[..words], &mut reach.starts);
            starts[stretch * words..][..words].copy_from_slice(known);
        }
        reach
    }

    fn leads_on(&mut self, at: usize, step: usize) -> bool {
        if at / STRETCH != self.stretch {
            self.know(at / STRETCH);
        }
        let row = (at % STRETCH) * self.program.words();
        self.known[row + step / 64] >> (step % 64) & 1 == 1
    }

    /// Finds the bits of all places of a stretch, from its end on.
    fn know(&mut self, stretch: usize) {
        self.stretch = stretch;
        let words = self.program.words();
        self.known[STRETCH * words..].copy_from_slice(&self.starts[(stretch + 1) * words..][..words]);
        for row in (0..STRETCH).rev() {
            let (before, behind) = self.known.split_at_mut((row + 1) * words);
            let (here, next) = (&mut before[row * words..], &behind[..words]);
            let at = stretch * STRETCH + row;
            match self.symbols.get(at) {
                // A step that takes the symbol leads on if the step behind it does at the next place.
                Some(&symbol) => {
                    for (word, mask) in self.program.takers(symbol).iter().enumerate() {
                        let carried = next.get(word + 1).map_or(0, |following| following << 63);
                        here[word] = mask & (next[word] >> 1 | carried);
                    }
                }
                None => here.fill(0),
            }
            if at > self.symbols.len() {
                continue;
            }
            set(here, self.program.steps.len() - 1);
            for &branch in &self.program.branches {
                if let Step::Either(first, second) = self.program.steps[branch]
                    && (is_set(here, first) || is_set(here, second))
                {
                    set(here, branch);
                }
            }
        }
    }
}

fn set(bits: &mut [u64], index: usize) {
    bits[index / 64] |= 1 << (index % 64);
}

fn is_set(bits: &[u64], index: usize) -> bool {
    bits[index / 64] >> (index % 64) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use page::Capture;
    use proptest::prelude::*;

    fn check(pattern: &str, html: &str, expected: Expect) {
        let page = Page::new(Capture::new("p", html));
        let print = |found: &Match| {
            let texts: Vec<String> = found.texts.iter().map(|text| format!("{} {}", text.slot, text.text)).collect();
            texts.join(", ")
        };
        let found: Vec<String> = pattern.parse::<Pattern>().unwrap().matches(&page).iter().map(print).collect();
        expected.assert_eq(&found.join("\n"));
    }

    const TABLE: &str = "<table><tr><td>Name<td>Ada<tr><td>Born<td><b>1815</b><tr><td>A<td>B<td>C<tr><td>x</table>";

    #[test]
    fn slots_are_filled() {
        check("<tr><td>{property}</td><td>{value}</td></tr>", TABLE, expect!["{property} Name, {value} Ada"]);
        check("<td>{value}</td></tr>", TABLE, expect![["{value} Ada\n{value} C\n{value} x"]]);
        check("<tr><th>{value}</th>", TABLE, expect![""]);
    }

    #[test]
    fn groups_may_repeat_or_be_missing() {
        check(
            "<tr><td>{property}</td><td>(<b>)?{value}(</b>)?</td></tr>",
            TABLE,
            expect![["{property} Name, {value} Ada\n{property} Born, {value} 1815"]],
        );
        check(
            "<tr><td>{property}</td>(<td>{value}</td>)*</tr>",
            TABLE,
            expect![["{property} Name, {value} Ada\n{property} A, {value} B, {value} C\n{property} x"]],
        );
        check(
            "(<td>{value}</td>)+",
            TABLE,
            expect![["{value} Name, {value} Ada\n{value} Born\n{value} A, {value} B, {value} C\n{value} x"]],
        );
    }

    #[test]
    fn more_is_taken_where_it_leads_to_the_end() {
        check(
            "<i>(<b>{text}</b>)*<b>{value}</b>",
            "<i><b>1</b><b>2</b><b>3</b>",
            expect!["{text} 1, {text} 2, {value} 3"],
        );
        check("<i>(<b>{value}</b>(<u></u>)?)+</i>", "<i><b>1</b><u></u><b>2</b></i>", expect!["{value} 1, {value} 2"]);
    }

    #[test]
    fn matches_cross_the_stretches() {
        let html = format!("<ul>{}</ul>", "<li>a<b>b</b>".repeat(2_000));
        let page = Page::new(Capture::new("p", html));
        let each: Pattern = "<li>{property}<b>{value}</b></li>".parse().unwrap();
        assert_eq!(each.matches(&page).len(), 2_000);
        let all: Pattern = "<ul>(<li>{property}<b>{value}</b></li>)+</ul>".parse().unwrap();
        let found = all.matches(&page);
        assert_eq!((found.len(), found[0].texts.len()), (1, 4_000));
    }

    /// Ends of all ways to match at a place, the preferred first: plain backtracking.
    fn plain(parts: &[Part], symbols: &[u32], at: usize, alphabet: &Alphabet) -> Vec<usize> {
        let Some((part, rest)) = parts.split_first() else { return vec![at] };
        let take = |symbol: Option<u32>| match symbol {
            Some(symbol) if symbols.get(at) == Some(&symbol) => plain(rest, symbols, at + 1, alphabet),
            _ => Vec::new(),
        };
        match part {
            Part::Open(name) => take(alphabet.symbol(Letter::Open(name))),
            Part::Close(name) => take(alphabet.symbol(Letter::Close(name))),
            Part::Slot(_) => take(Some(TEXT)),
            Part::Group(body, times) => {
                let again = [Part::Group(body.clone(), Times::Any)];
                let after = if *times == Times::Optional { rest.to_vec() } else { [&again, rest].concat() };
                let mut ends = plain(&[body.as_slice(), &after].concat(), symbols, at, alphabet);
                if *times != Times::Once {
                    ends.extend(plain(rest, symbols, at, alphabet));
                }
                ends
            }
        }
    }

    proptest! {
        #[test]
        fn the_walk_ends_where_backtracking_ends(
            text in "((<b>|</b>|[{]value[}]|<i>){1,2}|[(](<b>|[{]value[}]|<i>){1,2}([(]<b>[)][?])?[)][+?*]){1,4}",
            symbols in prop::collection::vec(0..5u32, 0..12),
        ) {
            let page = Page::new(Capture::new("p", "<b></b><i></i>"));
            let alphabet = TagString::of_pieces(&page, crate::wrappers::paper::blocks::significant_pieces(&page.tree)).alphabet;
            // The alphabet begins with html and body: b and i have the symbols 5 to 8.
            let symbols: Vec<u32> = symbols.into_iter().map(|symbol| if symbol == 0 { 0 } else { symbol + 4 }).collect();
            if let Ok(pattern) = text.parse::<Pattern>() {
                let program = Program::new(&pattern, &alphabet);
                let mut reach = Reach::new(&program, &symbols);
                for at in 0..symbols.len() {
                    let expected = plain(&pattern.parts, &symbols, at, &alphabet).first().copied();
                    let found = reach.leads_on(at, 0).then(|| walk(&program, &mut reach, at).0);
                    prop_assert_eq!(found, expected);
                }
            }
        }
    }
}
