//! What speaks for a cut being the page's main list.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use page::{NodeId, NodeKind, Rect};
use rustc_hash::{FxHashSet, FxHasher};

use super::cuts::{Cut, Places};
use super::looks::Looks;

macro_rules! facts {
    ($($name:ident),* $(,)?) => {
        /// What can be said about a cut, in numbers.
        #[derive(Clone, Copy, Debug, Default)]
        pub struct Facts { $(pub $name: f32),* }
        impl Facts {
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];
            pub fn values(&self) -> Vec<f32> { vec![$(self.$name),*] }
            pub fn weight(&self) -> f32 { self.values().iter().zip(super::weights::WEIGHTS).map(|(value, (_, weight))| value * weight).sum() }
        }
    };
}

facts! {
    ln_n, two, three, chars, prose, leaves, area, width, off_centre, top, bottom,
    ln_chars, chars_cv, link_ratio, ln_leaves, ln_looks, with_link, with_image, with_prose, tiny,
    typical, typical_min, typical_chars, repeats, complete, head_same, head_repeats, head_complete,
    head_distinct, text_distinct, labels,
    left_same, width_same, orderly, space, space_wider, inner_space, height_cv, side_by_side, ln_height,
    head_largest, head_bold, head_link, head_size,
    landmark, controls, covered, one_node, at_line_start, orphan_before, orphan_after, href_distinct,
    alike, alike_min, alike_head, alike_before, alike_after, alike_between,
    gap_regular, gap_chars, repeats_min, node_same, parent_same, numbered, ln_share, ln_prose, ln_n_low, covered_chars,
}

/// What all cuts of a page are measured by.
pub struct Setting<'a> {
    places: &'a Places<'a>,
    looks: &'a Looks,
    rects: Vec<Option<Rect>>,
    texts: Vec<u64>,
    hrefs: Vec<u64>,
    chars: Vec<u32>,
    line_start: Vec<bool>,
    kinds: Vec<Kind>,
    landmark: Vec<bool>,
    of_look: Vec<u32>,
    all_chars: f32,
    all_prose: f32,
    page: Rect,
    font_size: f32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Text,
    Image,
    Control,
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

impl<'a> Setting<'a> {
    pub fn of(places: &'a Places<'a>, looks: &'a Looks) -> Setting<'a> {
        let content = places.content;
        let tree = content.tree();
        let leaves = content.leaves();
        let rects: Vec<Option<Rect>> = leaves.iter().map(|&leaf| content.rect(leaf)).collect();
        let texts = leaves.iter().map(|&leaf| hash(tree.text(leaf).trim())).collect();
        let mut marks = vec![false; tree.len()];
        let mut href = vec![0; tree.len()];
        for element in tree.elements() {
            let parent = tree.parent(element).map_or(0, NodeId::index);
            let name = tree.name(element);
            marks[element.index()] = marks[parent] || matches!(name, "nav" | "header" | "footer" | "aside");
            href[element.index()] = match tree.attr(element, "href").filter(|_| name == "a") {
                Some(address) => hash(address),
                None => href[parent],
            };
        }
        let owner = |leaf: usize| content.element(leaf).index();
        let chars: Vec<u32> = leaves
            .iter()
            .map(|&leaf| tree.text(leaf).split_whitespace().map(|word| word.chars().count() as u32 + 1).sum())
            .collect();
        let mut of_look = vec![0; looks.seen_count];
        for &look in &looks.seen {
            of_look[look as usize] += 1;
        }
        let kinds = leaves.iter().map(|&leaf| match (tree.kind(leaf), tree.name(leaf)) {
            (NodeKind::Text, _) => Kind::Text,
            (_, "img") => Kind::Image,
            _ => Kind::Control,
        });
        let all = |wanted: &dyn Fn(usize) -> bool| {
            (0..leaves.len()).filter(|&leaf| wanted(leaf)).map(|leaf| chars[leaf] as f32).sum::<f32>().max(1.0)
        };
        let page = rects.iter().flatten().copied().reduce(|a, b| a.union(&b)).unwrap_or_default();
        Setting {
            places,
            looks,
            texts,
            hrefs: (0..leaves.len()).map(|leaf| href[owner(leaf)]).collect(),
            line_start: content.line_starts(),
            kinds: kinds.collect(),
            landmark: (0..leaves.len()).map(|leaf| marks[owner(leaf)]).collect(),
            of_look,
            all_chars: all(&|_| true),
            all_prose: all(&|leaf| !looks.is_link[leaf]),
            page,
            font_size: content.usual_font_size(),
            rects,
            chars,
        }
    }

    fn rect(&self, leaves: Range<usize>) -> Option<Rect> {
        self.rects[leaves].iter().flatten().copied().reduce(|a, b| a.union(&b))
    }

    /// Says what can be said about a cut.
    pub fn facts(&self, cut: &Cut) -> Facts {
        let mut facts = Facts::default();
        let n = cut.len() as f32;
        let content = self.places.content;
        (facts.ln_n, facts.two, facts.three) = (n.ln(), flag(n == 2.0), flag(n == 3.0));
        let region = cut[0].start..cut[cut.len() - 1].end;
        let held: usize = cut.iter().map(Range::len).sum();
        facts.covered = held as f32 / region.len() as f32;
        facts.leaves = held as f32 / content.leaves().len() as f32;

        // In how many records each look is met, and how often.
        let mut met = vec![(0u32, 0u32, u32::MAX); self.looks.seen_count];
        let mut text_met: rustc_hash::FxHashMap<u64, (u32, u32)> = Default::default();
        for (number, record) in cut.iter().enumerate() {
            for leaf in record.clone() {
                let entry = &mut met[self.looks.seen[leaf] as usize];
                entry.1 += 1;
                if entry.2 != number as u32 {
                    (entry.0, entry.2) = (entry.0 + 1, number as u32);
                }
                let entry = text_met.entry(self.texts[leaf]).or_insert((0, u32::MAX));
                if entry.1 != number as u32 {
                    *entry = (entry.0 + 1, number as u32);
                }
            }
        }
        let share = |leaf: usize| met[self.looks.seen[leaf] as usize].0 as f32 / n;
        let (mut typical, mut typical_chars, mut labels, mut chars, mut link, mut prose) =
            (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        let (mut linked, mut pictured, mut told, mut tiny, mut landmark, mut controls) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        let mut typical_min = 1.0f32;
        let mut looks_in_all = 0.0;
        let mut record_chars = Vec::with_capacity(cut.len());
        let mut distinct = FxHashSet::default();
        for record in cut {
            let (mut own, mut own_chars) = (0.0, 0.0);
            let (mut has_link, mut has_image, mut has_prose) = (false, false, false);
            let mut whole = FxHasher::default();
            for leaf in record.clone() {
                let letters = self.chars[leaf] as f32;
                own += share(leaf);
                typical_chars += share(leaf) * letters;
                own_chars += letters;
                if self.looks.is_link[leaf] {
                    link += letters;
                    has_link = true;
                } else {
                    prose += letters;
                }
                has_image |= self.kinds[leaf] == Kind::Image;
                has_prose |= letters > 60.0;
                landmark += flag(self.landmark[leaf]);
                controls += flag(self.kinds[leaf] == Kind::Control);
                labels += flag(self.kinds[leaf] == Kind::Text && 2.0 * text_met[&self.texts[leaf]].0 as f32 >= n);
                self.texts[leaf].hash(&mut whole);
            }
            distinct.insert(whole.finish());
            typical += own;
            typical_min = typical_min.min(own / record.len() as f32);
            chars += own_chars;
            record_chars.push(own_chars);
            linked += flag(has_link);
            pictured += flag(has_image);
            told += flag(has_prose);
            tiny += flag(own_chars < 12.0);
        }
        let held = held as f32;
        facts.typical = typical / held;
        facts.typical_min = typical_min;
        facts.typical_chars = typical_chars / chars.max(1.0);
        facts.labels = labels / held;
        facts.landmark = landmark / held;
        facts.controls = controls / held;
        facts.chars = chars / self.all_chars;
        facts.prose = prose / self.all_prose;
        facts.link_ratio = link / chars.max(1.0);
        facts.ln_chars = (1.0 + chars / n).ln();
        facts.chars_cv = deviation(&record_chars);
        facts.ln_leaves = (held / n).ln();
        (facts.with_link, facts.with_image, facts.with_prose, facts.tiny) =
            (linked / n, pictured / n, told / n, tiny / n);
        facts.text_distinct = distinct.len() as f32 / n;
        let (mut inside, mut everywhere, mut cores, mut repeats) = (0.0, 0.0, 0.0, 0.0);
        for (look, &(records, count, _)) in met.iter().enumerate() {
            looks_in_all += records as f32 / n;
            if records as f32 >= 0.6 * n {
                cores += 1.0;
                inside += count as f32;
                everywhere += self.of_look[look] as f32;
                repeats += count as f32 / records as f32;
            }
        }
        facts.ln_share = (0.02 + facts.chars).ln();
        facts.ln_prose = (0.02 + facts.prose).ln();
        facts.ln_n_low = n.min(8.0).ln();
        let (mut least, mut any) = (f32::MAX, false);
        for &(records, count, _) in &met {
            if records as f32 >= 0.6 * n {
                least = least.min(count as f32 / records as f32);
                any = true;
            }
        }
        facts.repeats_min = if any { least.ln() } else { 0.0 };
        self.gaps(cut, chars, &mut facts);
        facts.ln_looks = (1.0 + looks_in_all).ln();
        facts.complete = if cores > 0.0 { inside / everywhere } else { 0.0 };
        facts.repeats = if cores > 0.0 { (repeats / cores).ln() } else { 1.0 };
        let is_core = |leaf: usize| share(leaf) >= 0.6;
        facts.orphan_before = flag(region.start > 0 && is_core(region.start - 1));
        facts.orphan_after = flag(region.end < content.leaves().len() && is_core(region.end));
        self.likeness(cut, &mut facts);
        self.heads(cut, &met, &mut facts);
        self.geometry(cut, &mut facts);
        facts
    }

    fn gaps(&self, cut: &Cut, chars: f32, facts: &mut Facts) {
        let mut met: rustc_hash::FxHashMap<u32, (u32, u32)> = Default::default();
        let mut skipped = 0.0;
        for (number, pair) in cut.windows(2).enumerate() {
            for leaf in pair[0].end..pair[1].start {
                skipped += self.chars[leaf] as f32;
                let entry = met.entry(self.looks.seen[leaf]).or_insert((0, u32::MAX));
                if entry.1 != number as u32 {
                    *entry = (entry.0 + 1, number as u32);
                }
            }
        }
        let most = met.values().map(|entry| entry.0).max().unwrap_or(0);
        facts.gap_regular = if most < 2 { 0.0 } else { most as f32 / (cut.len() - 1) as f32 };
        facts.gap_chars = skipped / cut.len() as f32 / 100.0;
        facts.covered_chars = chars / (chars + skipped).max(1.0);
    }

    fn likeness(&self, cut: &Cut, facts: &mut Facts) {
        let n = cut.len() as f32;
        let mut met = vec![(0u32, u32::MAX); self.looks.letters_count];
        for (number, record) in cut.iter().enumerate() {
            for leaf in record.clone() {
                let entry = &mut met[self.looks.letters[leaf] as usize];
                if entry.1 != number as u32 {
                    *entry = (entry.0 + 1, number as u32);
                }
            }
        }
        let share = |leaf: usize| met[self.looks.letters[leaf] as usize].0 as f32 / n;
        let mean = |leaves: Range<usize>| {
            let length = leaves.len().max(1) as f32;
            leaves.map(share).sum::<f32>() / length
        };
        let means: Vec<f32> = cut.iter().map(|record| mean(record.clone())).collect();
        facts.alike = means.iter().sum::<f32>() / n;
        facts.alike_min = means.iter().copied().fold(1.0, f32::min);
        facts.alike_head = modal(cut.iter().map(|record| self.looks.letters[record.start] as i32));
        let (first, last) = (cut[0].start, cut[cut.len() - 1].end);
        let length = (cut.iter().map(Range::len).sum::<usize>() / cut.len()).max(1);
        facts.alike_before = mean(first.saturating_sub(length)..first);
        facts.alike_after = mean(last..(last + length).min(self.texts.len()));
        let (mut between, mut count) = (0.0, 0.0);
        for pair in cut.windows(2) {
            for leaf in pair[0].end..pair[1].start {
                between += share(leaf);
                count += 1.0;
            }
        }
        facts.alike_between = between / (count + 3.0);
    }

    fn heads(&self, cut: &Cut, met: &[(u32, u32, u32)], facts: &mut Facts) {
        let n = cut.len() as f32;
        let content = self.places.content;
        let tree = content.tree();
        let heads: Vec<usize> = cut
            .iter()
            .map(|record| {
                record
                    .clone()
                    .find(|&leaf| self.kinds[leaf] == Kind::Text && self.chars[leaf] > 2)
                    .unwrap_or(record.start)
            })
            .collect();
        let mut looks: Vec<u32> = heads.iter().map(|&head| self.looks.seen[head]).collect();
        looks.sort_unstable();
        let (mut modal_look, mut most) = (looks[0], 0);
        for chunk in looks.chunk_by(|a, b| a == b) {
            if chunk.len() > most {
                (modal_look, most) = (chunk[0], chunk.len());
            }
        }
        facts.head_same = most as f32 / n;
        let (records, count, _) = met[modal_look as usize];
        facts.head_repeats = (count as f32 / records.max(1) as f32).ln();
        facts.head_complete = count as f32 / self.of_look[modal_look as usize] as f32;
        facts.head_distinct = heads.iter().map(|&head| self.texts[head]).collect::<FxHashSet<_>>().len() as f32 / n;
        let (mut largest, mut bold, mut link, mut size) = (0.0, 0.0, 0.0, 0.0);
        let (mut line_start, mut one_node) = (0.0, 0.0);
        let mut hrefs = FxHashSet::default();
        let (mut nodes, mut parents) = (Vec::new(), Vec::new());
        let (mut numbered, mut last) = (0.0, None);
        for (record, &head) in cut.iter().zip(&heads) {
            let own = content.style(head).font_size;
            largest += flag(record.clone().all(|leaf| content.style(leaf).font_size <= own + 0.5));
            bold += flag(content.style(head).is_bold());
            link += flag(self.looks.is_link[head]);
            size += own / self.font_size;
            line_start += flag(self.line_start[record.start]);
            let node = content.common_node(record);
            let mut is_whole = self.places.leaves(node) == *record;
            if !is_whole && record.len() == 1 {
                is_whole = tree.parent(node).is_some_and(|parent| self.places.leaves(parent) == *record);
            }
            one_node += flag(is_whole);
            let mut top = content.leaves()[record.start];
            while let Some(parent) = tree.parent(top) {
                let leaves = self.places.leaves(parent);
                if leaves.start < record.start || leaves.end > record.end {
                    break;
                }
                top = parent;
            }
            nodes.push(self.looks.element_path[top.index()] as i32);
            parents.push(tree.parent(top).map_or(0, |parent| parent.index() as i32));
            let number = tree
                .text(content.leaves()[record.start])
                .trim_start()
                .chars()
                .take_while(char::is_ascii_digit)
                .collect::<String>()
                .parse::<u32>()
                .ok();
            numbered += flag(number.is_some() && last.is_some_and(|last: u32| last.checked_add(1) == number));
            last = number;
            if let Some(leaf) = record.clone().find(|&leaf| self.hrefs[leaf] != 0) {
                hrefs.insert(self.hrefs[leaf]);
            }
        }
        facts.head_largest = largest / n;
        facts.head_bold = bold / n;
        facts.head_link = link / n;
        facts.head_size = (size / n).min(3.0);
        facts.at_line_start = line_start / n;
        facts.one_node = one_node / n;
        facts.numbered = numbered / n;
        facts.node_same = modal(nodes.into_iter());
        facts.parent_same = modal(parents.into_iter());
        facts.href_distinct = hrefs.len() as f32 / n;
    }

    fn geometry(&self, cut: &Cut, facts: &mut Facts) {
        let rects: Vec<Rect> = cut.iter().filter_map(|record| self.rect(record.clone())).collect();
        let Some(region) = rects.iter().copied().reduce(|a, b| a.union(&b)) else { return };
        let n = rects.len() as f32;
        let page = self.page;
        let (width, height) = (page.width.max(1.0), page.height.max(1.0));
        facts.area = (region.area() / page.area().max(1.0)).min(1.0);
        facts.width = region.width / width;
        facts.off_centre = ((region.x + region.width / 2.0) - (page.x + width / 2.0)).abs() / width;
        facts.top = (region.y - page.y) / height;
        facts.bottom = (region.bottom() - page.y) / height;
        facts.left_same = modal(rects.iter().map(|rect| (rect.x / 4.0).round() as i32));
        facts.width_same = modal(rects.iter().map(|rect| (rect.width / 8.0).round() as i32));
        facts.height_cv = deviation(&rects.iter().map(|rect| rect.height).collect::<Vec<_>>());
        facts.ln_height = (1.0 + rects.iter().map(|rect| rect.height).sum::<f32>() / n).ln();
        let (mut orderly, mut beside, mut spaces, mut wider) = (0.0, 0.0, 0.0, 0.0);
        let inner: Vec<f32> = cut.iter().map(|record| self.inner_space(record.clone())).collect();
        let mean_inner = inner.iter().sum::<f32>() / n;
        let boundaries = rects.len().saturating_sub(1).max(1) as f32;
        for (number, pair) in rects.windows(2).enumerate() {
            let is_below = pair[1].y >= pair[0].bottom() - 2.0;
            let is_beside = pair[1].x >= pair[0].right() - 2.0;
            orderly += flag(is_below || is_beside);
            beside += flag(is_beside && !is_below);
            let space = if is_below { pair[1].y - pair[0].bottom() } else { 0.0 };
            spaces += space;
            wider += flag(is_below && space >= inner.get(number).copied().unwrap_or(0.0) - 0.5);
        }
        facts.orderly = orderly / boundaries;
        facts.side_by_side = beside / boundaries;
        facts.space = (spaces / boundaries / self.font_size).clamp(0.0, 5.0);
        facts.space_wider = wider / boundaries;
        facts.inner_space = (mean_inner / self.font_size).clamp(0.0, 5.0);
    }

    /// The widest empty stripe within a record.
    fn inner_space(&self, record: Range<usize>) -> f32 {
        let mut widest = 0.0f32;
        let mut bottom = f32::MIN;
        for rect in self.rects[record].iter().flatten() {
            if bottom > f32::MIN {
                widest = widest.max(rect.y - bottom);
            }
            bottom = bottom.max(rect.bottom());
        }
        widest
    }
}

fn flag(value: bool) -> f32 {
    f32::from(u8::from(value))
}

fn deviation(values: &[f32]) -> f32 {
    let n = values.len() as f32;
    let mean = values.iter().sum::<f32>() / n;
    let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f32>() / n;
    (variance.sqrt() / mean.max(1.0)).min(3.0)
}

fn modal(values: impl Iterator<Item = i32>) -> f32 {
    let mut values: Vec<i32> = values.collect();
    values.sort_unstable();
    let most = values.chunk_by(|a, b| a == b).map(<[i32]>::len).max().unwrap_or(0);
    most as f32 / values.len().max(1) as f32
}
