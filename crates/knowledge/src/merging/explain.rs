//! Why two individuals are the same, or not: everything that counted, in numbers and words.

use super::blocking::keys;
use super::compare::{Likeness, compare, matches};
use super::profile::{MAX_PROPERTIES, Profile, bits};
use super::{Base, Learnt, MOST_UNDER_A_KEY};
use std::fmt;

/// In which respect two individuals were compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Respect {
    /// All words of all properties together.
    Whole,
    /// Numbers and codes of all properties together.
    Codes,
    /// The property with that number.
    Property(u16),
}

/// What one respect says.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// The respect.
    pub respect: Respect,
    /// The words that both have there, the rarest first. Words that differ by a slip stand as `left ~ right`.
    pub shared: Vec<String>,
    /// The words that only the one has, and that only the other has, the rarest first.
    pub only: [Vec<String>; 2],
    /// How alike they are.
    pub likeness: Likeness,
    /// What that says, in bits: for being the same if above 0.
    pub bits: f32,
}

/// How it was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The evidence is enough.
    Same,
    /// A key property has the same value.
    SameKey,
    /// The evidence is not enough.
    Different,
    /// A key property has different values.
    DifferentKey,
    /// Both are from one source that lists each thing once.
    OneSource,
    /// They share nothing rare, so that they were never compared; this is what the comparison would have said.
    NotCandidates,
}

/// Why two individuals are the same, or not. Being in one cluster also takes that the cluster agrees.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// What each respect says: the whole, codes, and the properties that both have.
    pub evidence: Vec<Evidence>,
    /// What any two candidates start with, in bits.
    pub beforehand: f32,
    /// All bits together.
    pub total: f32,
    /// What the total must reach.
    pub threshold: f32,
    /// The decision.
    pub verdict: Verdict,
}

/// Odds are kept as natural logarithms.
const BITS: f32 = std::f32::consts::LOG2_E;

/// Why two stored individuals are the same, or not. Nothing if one of them does not exist.
pub fn explain(base: &impl Base, learnt: &Learnt, left: u32, right: u32) -> Option<Explanation> {
    let weighed = |id: u32| {
        let mut profile = base.profile(id)?;
        profile.weigh(|word| learnt.statistics.weight(base.count(word)));
        Some(profile)
    };
    let (left, right) = (weighed(left.min(right))?, weighed(left.max(right))?);
    let comparison = compare(&left, &right, &learnt.statistics);
    let mut steps = [super::compare::UNKNOWN; MAX_PROPERTIES + 2];
    comparison.steps(&mut steps);
    let mut evidence = Vec::new();
    let of_properties = bits(left.fields & right.fields).map(|field| Respect::Property(field as u16));
    for respect in [Respect::Whole, Respect::Codes].into_iter().chain(of_properties) {
        let (at, likeness) = match respect {
            Respect::Whole => (0, Some(comparison.whole)),
            Respect::Codes => (1, comparison.codes),
            Respect::Property(property) => (usize::from(property) + 2, comparison.property(usize::from(property))),
        };
        let Some(likeness) = likeness else { continue };
        let (shared, only) = words(&left, &right, respect);
        evidence.push(Evidence { respect, shared, only, likeness, bits: learnt.model.says(at, steps[at]) * BITS });
    }
    let total = learnt.total(&left, &right);
    let verdict = verdict(base, learnt, (&left, &right), total);
    let beforehand = learnt.model.beforehand() * BITS;
    Some(Explanation { evidence, beforehand, total: total * BITS, threshold: learnt.threshold * BITS, verdict })
}

fn verdict(base: &impl Base, learnt: &Learnt, (left, right): (&Profile, &Profile), total: f32) -> Verdict {
    let of = |profile: &Profile| keys(profile, &learnt.statistics);
    let others = of(right);
    let usable = |key: &u64| (base.count(*key) as usize) <= MOST_UNDER_A_KEY && others.binary_search(key).is_ok();
    if left.has_other_key(right) {
        Verdict::DifferentKey
    } else if left.has_same_key(right) {
        Verdict::SameKey
    } else if left.source == right.source && learnt.exclusive(left.source).is_some() {
        Verdict::OneSource
    } else if learnt.margin(left, right, total) < 0.0 {
        Verdict::Different
    } else if of(left).iter().any(usable) {
        Verdict::Same
    } else {
        Verdict::NotCandidates
    }
}

/// Words of one side.
type Only = [Vec<String>; 2];

/// The words that two profiles share in a respect, and those that they do not, the rarest first.
fn words(left: &Profile, right: &Profile, respect: Respect) -> (Vec<String>, Only) {
    let counts = |profile: &Profile, at: usize| {
        let token = &profile.tokens[at];
        match respect {
            Respect::Whole => true,
            Respect::Codes => token.kind != super::profile::Kind::Word,
            Respect::Property(property) => token.fields >> property & 1 == 1,
        }
    };
    let matches = matches(left, right);
    let mut shared: Vec<(f32, String)> = Vec::new();
    for found in matches.iter().filter(|found| counts(left, found.left) && counts(right, found.right)) {
        let (a, b) = (&left.tokens[found.left], &right.tokens[found.right]);
        let (own, other) = (left.word(a), right.word(b));
        let text = if own == other { own.to_owned() } else { format!("{own} ~ {other}") };
        shared.push((a.weight.min(b.weight), text));
    }
    let loose = |profile: &Profile, is_matched: &dyn Fn(usize) -> bool| {
        let tokens = profile.tokens.iter().enumerate();
        let tokens = tokens.filter(|(at, _)| counts(profile, *at) && !is_matched(*at));
        sorted(tokens.map(|(_, token)| (token.weight, profile.word(token).to_owned())).collect())
    };
    let of_left = loose(left, &|at| matches.iter().any(|found| found.left == at && counts(right, found.right)));
    let of_right = loose(right, &|at| matches.iter().any(|found| found.right == at && counts(left, found.left)));
    (sorted(shared), [of_left, of_right])
}

fn sorted(mut words: Vec<(f32, String)>) -> Vec<String> {
    words.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    words.into_iter().map(|(_, word)| word).collect()
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Same => "the same",
            Verdict::SameKey => "the same, because a key is the same",
            Verdict::Different => "different: the evidence is not enough",
            Verdict::DifferentKey => "kept apart because a key differs",
            Verdict::OneSource => "kept apart because they are from one source that lists each thing once",
            Verdict::NotCandidates => "not candidates: nothing rare in common",
        })
    }
}
