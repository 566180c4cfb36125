//! Two profiles side by side: how alike each property is, how alike everything together, and what the likeness says.
//!
//! Words count by their rarity. Words that differ by a slip, a cut or a gap count in part, and so do words that stand
//! in another property. Nothing is decided here.

use super::profile::{Kind, MAX_PROPERTIES, MAX_TOKENS, MAX_WORD, Profile, Token, bits};
use super::statistics::Statistics;

/// Words without a partner that are looked at for slips, on each side; the rarest of them.
const MAX_LOOSE: usize = 24;

/// What a word counts that stands in another property.
const MISPLACED: f32 = 0.8;

/// How alike two individuals are in one respect.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Likeness {
    /// From 0 to 1.
    pub share: f32,
    /// How surprising the likeness would be by chance, in bits.
    pub bits: f32,
}

/// How alike two individuals are in every respect.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// All words of all properties together.
    pub whole: Likeness,
    /// Numbers and codes of all properties together; nothing if one of the two has none.
    pub codes: Option<Likeness>,
    /// The properties that both have, one bit each.
    pub(super) fields: u64,
    /// By property; those that only one has are zero.
    pub(super) by_field: [Likeness; MAX_PROPERTIES],
}

/// Respects in which two individuals are compared: everything together, codes, and each property.
pub(super) fn respects(properties: usize) -> usize {
    properties.min(MAX_PROPERTIES) + 2
}

/// Stands for a likeness that cannot be told, since one of the two has nothing to compare.
pub(super) const UNKNOWN: u8 = 255;

/// The highest likeness in small steps.
pub(super) const FULL: u8 = 250;

impl Comparison {
    /// The likeness of a property, if both have it.
    pub fn property(&self, property: usize) -> Option<Likeness> {
        (property < MAX_PROPERTIES && self.fields >> property & 1 == 1).then(|| self.by_field[property])
    }

    /// The likeness in each respect, in small steps, so that millions of pairs fit into memory.
    pub(super) fn steps(&self, into: &mut [u8]) {
        let step = |likeness: Likeness| (likeness.share.clamp(0.0, 1.0) * f32::from(FULL)).round() as u8;
        into.fill(UNKNOWN);
        for (respect, place) in into.iter_mut().enumerate() {
            let likeness = match respect {
                0 => Some(self.whole),
                1 => self.codes,
                _ => self.property(respect - 2),
            };
            *place = likeness.map_or(UNKNOWN, step);
        }
    }
}

/// Two words that count as one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Match {
    pub(super) left: usize,
    pub(super) right: usize,
    /// How much of it counts, from 0 to 1.
    pub(super) part: f32,
}

/// Sums of squares on the way to a cosine.
#[derive(Clone, Copy, Default)]
struct Sums {
    left: f32,
    right: f32,
    shared: f32,
    bits: f32,
}

impl Sums {
    fn add(&mut self, of_left: f32, of_right: f32, part: f32) {
        self.left += of_left * of_left;
        self.right += of_right * of_right;
        self.shared += part * of_left * of_right;
        self.bits += part * of_left.min(of_right);
    }

    fn likeness(&self) -> Likeness {
        let product = self.left * self.right;
        let share = if product > 0.0 { (self.shared / product.sqrt()).min(1.0) } else { 0.0 };
        Likeness { share, bits: self.bits }
    }
}

/// Compares two profiles that have been weighed.
pub(super) fn compare(left: &Profile, right: &Profile, statistics: &Statistics) -> Comparison {
    let matches = matches(left, right);
    let untold = untold(left, right);
    let mut sums =
        AllSums { whole: Sums::default(), codes: Sums::default(), by_field: [Sums::default(); MAX_PROPERTIES] };
    let mut is_matched = [[false; MAX_TOKENS]; 2];
    for found in &matches {
        let (a, b) = (&left.tokens[found.left], &right.tokens[found.right]);
        is_matched[0][found.left] = true;
        is_matched[1][found.right] = true;
        sums.matched(a, b, found.part);
    }
    for (side, profile) in [left, right].into_iter().enumerate() {
        let loose = profile.tokens.iter().enumerate().filter(|(at, _)| !is_matched[side][*at]);
        loose.for_each(|(_, token)| sums.loose(side, token, untold));
    }
    let has_nothing = |field: &usize| sums.by_field[*field].left == 0.0 || sums.by_field[*field].right == 0.0;
    let untold = bits(untold).filter(has_nothing).fold(0, |set, field| set | 1 << field);
    let fields = left.fields & right.fields & !untold;
    let mut by_field = [Likeness::default(); MAX_PROPERTIES];
    for field in bits(fields) {
        by_field[field] = sums.by_field[field].likeness();
    }
    for a in &left.amounts {
        let Some(b) = right.amounts.iter().find(|b| b.field == a.field) else { continue };
        by_field[usize::from(a.field)] = statistics.of_amounts(usize::from(a.field), a.value, b.value);
    }
    let has_codes = sums.codes.left > 0.0 && sums.codes.right > 0.0;
    Comparison { whole: sums.whole.likeness(), codes: has_codes.then(|| sums.codes.likeness()), fields, by_field }
}

/// The properties whose words are written in different scripts: two names of one thing, in Chinese and in English, have
/// no word in common, and that says nothing.
pub(super) fn untold(left: &Profile, right: &Profile) -> u64 {
    if left.is_ascii && right.is_ascii {
        return 0;
    }
    let mut scripts = [[0_u8; MAX_PROPERTIES]; 2];
    for (profile, scripts) in [left, right].into_iter().zip(&mut scripts) {
        for token in profile.tokens.iter().filter(|token| token.kind == Kind::Word) {
            let script = Script::of(profile.word(token)) as u8;
            bits(token.fields).for_each(|field| scripts[field] |= 1 << script);
        }
    }
    let differ = |field: &usize| {
        let (left, right) = (scripts[0][*field], scripts[1][*field]);
        left != 0 && right != 0 && left & right == 0
    };
    bits(left.fields & right.fields).filter(differ).fold(0, |set, field| set | 1 << field)
}

/// Scripts in which the same name looks wholly different, as far as they matter here.
#[derive(Clone, Copy)]
enum Script {
    Latin,
    Greek,
    Cyrillic,
    Hebrew,
    Arabic,
    Indic,
    EastAsian,
    Other,
}

impl Script {
    /// The script of a word, by its first letter.
    fn of(word: &str) -> Script {
        match word.chars().next().map_or(0, u32::from) {
            0..=0x24f | 0x1e00..=0x1eff => Script::Latin,
            0x370..=0x3ff | 0x1f00..=0x1fff => Script::Greek,
            0x400..=0x52f => Script::Cyrillic,
            0x590..=0x5ff => Script::Hebrew,
            0x600..=0x77f => Script::Arabic,
            0x900..=0xdff => Script::Indic,
            0x1100..=0x11ff | 0x2e80..=0x9fff | 0xac00..=0xd7af | 0x20000..=0x3ffff => Script::EastAsian,
            _ => Script::Other,
        }
    }
}

struct AllSums {
    whole: Sums,
    codes: Sums,
    by_field: [Sums; MAX_PROPERTIES],
}

impl AllSums {
    fn matched(&mut self, a: &Token, b: &Token, part: f32) {
        // A slip makes a word look rare: it weighs what the commoner of the two does.
        let weight = a.weight.min(b.weight);
        let (of_a, of_b) = (a.voice * weight / a.weight, b.voice * weight / b.weight);
        let placed = if a.fields & b.fields == 0 { part * MISPLACED } else { part };
        self.whole.add(of_a, of_b, placed);
        if a.kind != Kind::Word || b.kind != Kind::Word {
            self.codes.add(weight, weight, placed);
        }
        for field in bits(a.fields | b.fields) {
            let (in_a, in_b) = (a.fields >> field & 1 == 1, b.fields >> field & 1 == 1);
            let (of_a, of_b) = (if in_a { weight } else { 0.0 }, if in_b { weight } else { 0.0 });
            self.by_field[field].add(of_a, of_b, part);
        }
    }

    /// A word without a partner, unless it stands only where the other has nothing that it could be compared with.
    fn loose(&mut self, side: usize, token: &Token, untold: u64) {
        let fields = if token.kind == Kind::Word { token.fields & !untold } else { token.fields };
        if fields == 0 {
            return;
        }
        let add = |sums: &mut Sums, weight: f32| match side {
            0 => sums.left += weight * weight,
            _ => sums.right += weight * weight,
        };
        add(&mut self.whole, token.voice);
        if token.kind != Kind::Word {
            add(&mut self.codes, token.weight);
        }
        for field in bits(fields) {
            add(&mut self.by_field[field], token.weight);
        }
    }
}

/// The words that two profiles share: first those that are the same, then those that nearly are.
pub(super) fn matches(left: &Profile, right: &Profile) -> Vec<Match> {
    let mut matches = Vec::with_capacity(left.tokens.len().min(right.tokens.len()));
    let (mut loose_left, mut loose_right) = (Vec::new(), Vec::new());
    let (mut i, mut j) = (0, 0);
    while i < left.tokens.len() || j < right.tokens.len() {
        let order = match (left.tokens.get(i), right.tokens.get(j)) {
            (Some(a), Some(b)) => a.hash.cmp(&b.hash),
            (Some(_), None) => std::cmp::Ordering::Less,
            _ => std::cmp::Ordering::Greater,
        };
        match order {
            std::cmp::Ordering::Equal => matches.push(Match { left: i, right: j, part: 1.0 }),
            std::cmp::Ordering::Less => loose_left.push(i),
            std::cmp::Ordering::Greater => loose_right.push(j),
        }
        i += usize::from(order.is_le());
        j += usize::from(order.is_ge());
    }
    rarest(left, &mut loose_left);
    rarest(right, &mut loose_right);
    near_matches(left, right, &loose_left, &loose_right, &mut matches);
    matches
}

fn rarest(profile: &Profile, loose: &mut Vec<usize>) {
    if loose.len() > MAX_LOOSE {
        loose.sort_by(|&a, &b| profile.tokens[b].weight.total_cmp(&profile.tokens[a].weight).then(a.cmp(&b)));
        loose.truncate(MAX_LOOSE);
    }
}

/// Pairs of words that differ by a slip or a cut, best first, each word once.
fn near_matches(left: &Profile, right: &Profile, of_left: &[usize], of_right: &[usize], matches: &mut Vec<Match>) {
    let mut found = Vec::new();
    let letters_of = |profile: &Profile, at: usize| letters(profile.word(&profile.tokens[at]));
    let of_rights: Vec<u32> = of_right.iter().map(|&j| letters_of(right, j)).collect();
    for &i in of_left {
        let a = &left.tokens[i];
        let of_a = letters_of(left, i);
        for (&j, &of_b) in of_right.iter().zip(&of_rights) {
            let b = &right.tokens[j];
            if a.fields & b.fields != 0 && may_be_near((a.length, of_a), (b.length, of_b)) {
                let part = nearness(left.word(a), right.word(b), a.kind.max(b.kind));
                if part > 0.0 {
                    found.push(Match { left: i, right: j, part });
                }
            }
        }
    }
    found.sort_by(|x, y| y.part.total_cmp(&x.part).then((x.left, x.right).cmp(&(y.left, y.right))));
    let first = matches.len();
    for near in found {
        let is_free = matches[first..].iter().all(|other| other.left != near.left && other.right != near.right);
        if is_free {
            matches.push(near);
        }
    }
}

/// Whether lengths and letters leave it open that two words are near. Two slips bring in two letters on each side, and
/// what was cut off has all others.
fn may_be_near(a: (u8, u32), b: (u8, u32)) -> bool {
    let ((_, short), (_, long)) = if a.0 <= b.0 { (a, b) } else { (b, a) };
    let (missing, added) = ((short & !long).count_ones(), (long & !short).count_ones());
    missing == 0 || missing <= 2 && added <= 2 && a.0.abs_diff(b.0) <= 8
}

/// The letters of a word, as a set.
fn letters(word: &str) -> u32 {
    word.bytes().fold(0, |set, byte| set | 1 << (byte & 31))
}

/// How much of a word counts as the other, from 0 to 1.
pub(super) fn nearness(a: &str, b: &str, kind: Kind) -> f32 {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    match kind {
        // `fs105` is `fs105na` without what the shop adds.
        Kind::Code | Kind::Number if short.len() >= 4 && long.len() <= short.len() + 4 && kind == Kind::Code => {
            if long.starts_with(short) || long.ends_with(short) {
                return 0.8;
            }
            if short.len() >= 6 { by_slips(short, long, 1) } else { 0.0 }
        }
        Kind::Number if short.len() >= 6 => by_slips(short, long, 1),
        Kind::Number | Kind::Code => 0.0,
        Kind::Word => {
            if short.len() == 1 {
                return if long.starts_with(short) { 0.5 } else { 0.0 };
            }
            if short.len() >= 3 && long.starts_with(short) {
                return 0.7;
            }
            let slips = match short.chars().count() {
                0..=3 => return 0.0,
                4..=7 => 1,
                _ => 2,
            };
            by_slips(short, long, slips)
        }
    }
}

/// 1 less what the slips cost, or 0 if there are too many.
fn by_slips(a: &str, b: &str, at_most: usize) -> f32 {
    let is_plain = a.is_ascii() && b.is_ascii();
    if a.len().abs_diff(b.len()) > if is_plain { at_most } else { 4 * at_most } {
        return 0.0;
    }
    let (of_a, of_b) = (letters(a), letters(b));
    if is_plain && (of_a & !of_b).count_ones().max((of_b & !of_a).count_ones()) as usize > at_most {
        return 0.0;
    }
    let slips = slips(a, b);
    if slips > at_most { 0.0 } else { 1.0 - slips as f32 / a.chars().count().max(1) as f32 }
}

/// Characters left out, put in, changed, or swapped with their neighbour.
fn slips(a: &str, b: &str) -> usize {
    let (mut left, mut right) = (['\0'; MAX_WORD], ['\0'; MAX_WORD]);
    let fill = |into: &mut [char; MAX_WORD], text: &str| {
        let mut count = 0;
        text.chars().take(MAX_WORD).for_each(|c| {
            into[count] = c;
            count += 1;
        });
        count
    };
    let (n, m) = (fill(&mut left, a), fill(&mut right, b));
    let mut rows = [[0_usize; MAX_WORD + 1]; 3];
    for (j, cell) in rows[0].iter_mut().enumerate() {
        *cell = j;
    }
    for i in 1..=n {
        let (now, last, before) = (i % 3, (i + 2) % 3, (i + 1) % 3);
        rows[now][0] = i;
        for j in 1..=m {
            let change = rows[last][j - 1] + usize::from(left[i - 1] != right[j - 1]);
            let mut least = change.min(rows[last][j] + 1).min(rows[now][j - 1] + 1);
            if i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1] {
                least = least.min(rows[before][j - 2] + 1);
            }
            rows[now][j] = least;
        }
    }
    rows[n % 3][m]
}
