//! How the tables of the model and the threshold are learnt without being told anything.
//!
//! Some pairs are plainly the same: they are each other's best candidates and stand far above the rest, or they lie
//! beyond a valley in the distribution of likenesses. They show how the same things are written; all other candidates
//! show how alike different things can be. Several estimates of the threshold are made, each of which fails on some
//! data, and the one in the middle is taken.

use super::model::Model;
use super::pairs::Pairs;
use super::threshold::{Estimates, exclusive, valley, with_decoys};

/// A pair that stands so many times above the middle of both neighbourhoods is plainly the same.
const FAR: f32 = 1.8;

/// What stands for the middle of a neighbourhood of one.
const LONELY: f32 = 0.25;

/// A valley further down is between what is hardly alike and what is not alike at all.
const LOWEST_VALLEY: f32 = 0.25;

/// Within one source, where all is written in one way, a pair must also be at least so alike.
const ALIKE_WITHIN: f32 = 0.5;

/// How likely a pair that is plainly the same is the same, and how likely another candidate is.
const LIKELY: (f32, f32) = (0.9, 0.01);

/// Of the pairs that are plainly the same, nearly all should be above the threshold: all but this part.
const LOST: f64 = 0.01;

/// Pairs that seem plain teach nothing if what is usual speaks against them by more, within one source and across.
const DOUBT: [f32; 2] = [-0.5, -3.0];

/// Among more individuals than these, neighbourhoods tell more and more, and what is usual may be doubted by so much
/// more each time they double.
const CROWD: (f32, f32) = (1000.0, 0.4);

/// So many plain pairs count as much as what is usual.
const ENOUGH: f32 = 10.0;

/// Plain pairs from which on a threshold below even odds is believed.
const MANY: f32 = 100.0;

/// What was learnt of pairs.
#[derive(Clone, Debug, Default)]
pub(super) struct Lesson {
    pub(super) model: Model,
    pub(super) threshold: f32,
    /// By source, whether it lists each thing once.
    pub(super) lists_once: Vec<bool>,
    /// By pair, what its likenesses say together.
    pub(super) totals: Vec<f32>,
    /// Whether likeness alone tells the same from others.
    has_valley: bool,
}

/// Learns from pairs, given the source of each individual, numbered from 0.
pub(super) fn learn(pairs: &Pairs, sources: &[u32]) -> Lesson {
    let count = sources.iter().max().map_or(0, |last| *last as usize + 1);
    // 1. Somebody who lists things seldom lists one twice, unless there is nobody else.
    let mut lists_once = vec![count > 1; count];
    let mut lesson = learn_given(pairs, sources, &lists_once);
    // 2. Whoever leaves many over that are as alike as those that have found a partner does list things twice.
    //    Where likeness does not tell the same from variants, it does not tell this either.
    let twice = leftovers(pairs, sources, &lesson);
    if lesson.has_valley && twice.contains(&true) {
        lists_once.iter_mut().zip(&twice).for_each(|(once, twice)| *once &= !twice);
        lesson = learn_given(pairs, sources, &lists_once);
    }
    lesson
}

fn learn_given(pairs: &Pairs, sources: &[u32], lists_once: &[bool]) -> Lesson {
    let is_across = |at: usize| sources[pairs.ids(at).0] != sources[pairs.ids(at).1];
    let may_be = |at: usize| is_across(at) || !lists_once[sources[pairs.ids(at).0] as usize];
    let may_be: Vec<bool> = (0..pairs.len()).map(may_be).collect();
    // 1. Pairs that are plainly the same, here and by what is usual elsewhere.
    let (mut plain, has_valley) = plainly_same(pairs, sources, &may_be);
    let has_several = lists_once.len() > 1;
    let usual = Model::usual(pairs.width(), sources.len(), has_several);
    let doubt = DOUBT[usize::from(has_several)] - CROWD.1 * (sources.len() as f32 / CROWD.0).max(1.0).log2();
    plain.iter_mut().enumerate().for_each(|(at, plain)| *plain &= usual.total(pairs.steps(at)) >= doubt);
    // 2. What likenesses say: the more pairs show it, the less counts what is usual.
    let likely: Vec<f32> = plain.iter().map(|&plain| if plain { LIKELY.0 } else { LIKELY.1 }).collect();
    let taught = plain.iter().filter(|plain| **plain).count() as f32;
    let part = taught / (taught + ENOUGH);
    let is_taught = taught > 0.0;
    let model = usual.between(&Model::from_pairs(pairs, &likely), part);
    let totals: Vec<f32> = (0..pairs.len()).map(|at| model.total(pairs.steps(at))).collect();
    // 3. What is enough.
    let mut estimates = Estimates::default();
    let mut of_plain: Vec<f32> = (0..pairs.len()).filter(|&at| plain[at]).map(|at| totals[at]).collect();
    of_plain.sort_by(f32::total_cmp);
    let low = of_plain.get((of_plain.len() as f64 * LOST) as usize).copied();
    if !is_taught {
        estimates.add(Some(0.0));
    } else if lists_once.iter().all(|once| *once) && lists_once.len() > 1 {
        let links = exclusive(pairs, &totals, |at| may_be[at], sources.len());
        // What would lose half of the plain pairs is no threshold.
        let most = of_plain.get(of_plain.len() / 2).copied().unwrap_or(f32::MAX);
        let of_links = valley(links.iter().map(|&at| totals[at])).filter(|estimate| *estimate <= most);
        estimates.add(of_links);
        estimates.add(with_decoys(pairs, &totals, sources).filter(|estimate| *estimate <= most));
        estimates.add(low.filter(|_| has_valley || of_links.is_none()));
    } else {
        estimates.add(valley((0..pairs.len()).filter(|&at| may_be[at]).map(|at| totals[at])));
        // Without a valley, what seemed plain need not be.
        if has_valley || estimates.is_empty() {
            estimates.add(Some(0.0));
            estimates.add(low.filter(|_| has_valley));
        }
    }
    // Less than even odds are enough only where many pairs have shown that they are.
    let least = if taught < MANY { 0.0 } else { f32::MIN };
    let threshold = (part * estimates.middle()).max(least);
    Lesson { model, threshold, lists_once: lists_once.to_vec(), totals, has_valley }
}

/// Pairs that are plainly the same, and whether a valley tells them.
fn plainly_same(pairs: &Pairs, sources: &[u32], may_be: &[bool]) -> (Vec<bool>, bool) {
    let candidates = || (0..pairs.len()).filter(|&at| may_be[at]);
    let mut best = vec![usize::MAX; sources.len()];
    let mut around: Vec<Vec<f32>> = vec![Vec::new(); sources.len()];
    for at in candidates() {
        let (left, right) = pairs.ids(at);
        for id in [left, right] {
            around[id].push(pairs.whole(at));
            if best[id] == usize::MAX || pairs.whole(at) > pairs.whole(best[id]) {
                best[id] = at;
            }
        }
    }
    let background: Vec<f32> = around.iter_mut().map(|wholes| middle_of(wholes)).collect();
    let valley = valley(candidates().map(|at| pairs.whole(at))).filter(|valley| *valley >= LOWEST_VALLEY);
    let is_plain = |at: usize| {
        let (left, right) = pairs.ids(at);
        let is_best = best[left] == at && best[right] == at;
        let is_across = sources[left] != sources[right];
        let (whole, usual) = (pairs.whole(at), background[left].max(background[right]).max(0.02));
        match valley {
            Some(valley) => whole > valley && (is_best || !is_across),
            None => is_best && whole > FAR * usual && (is_across || whole > ALIKE_WITHIN),
        }
    };
    ((0..pairs.len()).map(|at| may_be[at] && is_plain(at)).collect(), valley.is_some())
}

/// The likeness in the middle of a neighbourhood, or of its beginning if it is large.
fn middle_of(wholes: &mut [f32]) -> f32 {
    wholes.sort_by(|a, b| b.total_cmp(a));
    match wholes {
        // Whoever has one candidate only has nothing to hold it against.
        [_] => LONELY,
        _ => wholes.get((wholes.len() / 2).min(8)).copied().unwrap_or(0.0),
    }
}

/// By source, whether it lists things twice: many of its individuals go without a partner although they are as like one
/// as half of those that have one; or most have several counterparts in it.
fn leftovers(pairs: &Pairs, sources: &[u32], lesson: &Lesson) -> Vec<bool> {
    let is_across = |at: usize| sources[pairs.ids(at).0] != sources[pairs.ids(at).1];
    let links = exclusive(pairs, &lesson.totals, is_across, sources.len());
    let mut good: Vec<usize> = links.into_iter().filter(|&at| lesson.totals[at] >= lesson.threshold).collect();
    good.sort_by(|&a, &b| lesson.totals[a].total_cmp(&lesson.totals[b]).then(a.cmp(&b)));
    let count = lesson.lists_once.len();
    let Some(&usual) = good.get(good.len() / 2) else { return vec![false; count] };
    let mut has_partner = vec![false; sources.len()];
    let (mut with, mut without) = (vec![0_u32; count], vec![0_u32; count]);
    for &at in &good {
        let (left, right) = pairs.ids(at);
        for id in [left, right] {
            has_partner[id] = true;
            with[sources[id] as usize] += 1;
        }
    }
    let mut is_left = vec![false; sources.len()];
    for at in (0..pairs.len()).filter(|&at| is_across(at) && lesson.totals[at] >= lesson.totals[usual]) {
        let (left, right) = pairs.ids(at);
        for id in [left, right] {
            if !has_partner[id] && !is_left[id] {
                is_left[id] = true;
                without[sources[id] as usize] += 1;
            }
        }
    }
    let is_left = with.iter().zip(&without).map(|(with, without)| 100 * without > LEFT_OVER * with);
    let has_rivals = rivals(pairs, sources, &lesson.totals, lesson.totals[usual]);
    is_left.zip(has_rivals).map(|(is_left, has_rivals)| is_left || has_rivals).collect()
}

/// By source, whether most individuals of others that have one counterpart in it have several.
fn rivals(pairs: &Pairs, sources: &[u32], totals: &[f32], enough: f32) -> Vec<bool> {
    let mut counterparts: Vec<(u32, u32)> = Vec::new();
    for at in (0..pairs.len()).filter(|&at| totals[at] >= enough) {
        let (left, right) = pairs.ids(at);
        if sources[left] != sources[right] {
            counterparts.extend([(sources[right], left as u32), (sources[left], right as u32)]);
        }
    }
    counterparts.sort_unstable();
    let mut counts = vec![[0_u32; 2]; sources.iter().max().map_or(0, |last| *last as usize + 1)];
    for group in counterparts.chunk_by(|a, b| a == b) {
        counts[group[0].0 as usize][usize::from(group.len() > 1)] += 1;
    }
    counts.iter().map(|[one, several]| several > one).collect()
}

/// In a hundred, how many may be left over before a source is said to list things twice.
const LEFT_OVER: u32 = 8;
