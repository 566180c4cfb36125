//! All pairs that are compared, with their likenesses in small steps, one row for each pair.

use std::panic::resume_unwind;

use job::Cancel;

use super::blocking::Scratch;
use super::compare::{compare, respects};
use super::memory::Memory;
use super::profile::Profile;
use super::statistics::Statistics;

/// Pairs of individuals and their likenesses.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    /// The lower number first, in order.
    ids: Vec<(u32, u32)>,
    width: usize,
    steps: Vec<u8>,
}

impl Pairs {
    /// Finds and compares the candidates of all individuals. The result does not depend on the number of threads.
    /// Nothing if somebody stops it.
    pub(super) fn of_all(memory: &Memory, statistics: &Statistics, threads: usize, cancel: &Cancel) -> Option<Pairs> {
        let count = memory.profiles().len() as u32;
        let ids: Vec<u32> = (0..count).collect();
        let found = in_parallel(&ids, threads, |ids| {
            let mut scratch = Scratch::default();
            let mut found: Vec<(u32, u32)> = Vec::new();
            for &id in ids {
                if cancel.is_cancelled() {
                    break;
                }
                let others = memory.candidates(id, statistics, &mut scratch);
                found.extend(others.into_iter().map(|other| (id.min(other), id.max(other))));
            }
            found
        });
        let mut ids: Vec<(u32, u32)> = found.into_iter().flatten().collect();
        ids.sort_unstable();
        ids.dedup();
        let width = respects(memory.profiles().iter().map(Profile::properties).max().unwrap_or(0));
        let steps = in_parallel(&ids, threads, |ids| {
            let mut steps = vec![0; ids.len() * width];
            for (&(left, right), row) in ids.iter().zip(steps.chunks_mut(width)) {
                if cancel.is_cancelled() {
                    break;
                }
                let profiles = memory.profiles();
                compare(&profiles[left as usize], &profiles[right as usize], statistics).steps(row);
            }
            steps
        });
        (!cancel.is_cancelled()).then(|| Pairs { ids, width, steps: steps.concat() })
    }

    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The two individuals of a pair, the lower number first.
    pub(super) fn ids(&self, at: usize) -> (usize, usize) {
        (self.ids[at].0 as usize, self.ids[at].1 as usize)
    }

    /// The likenesses of a pair.
    pub(super) fn steps(&self, at: usize) -> &[u8] {
        &self.steps[at * self.width..(at + 1) * self.width]
    }

    /// The likeness of everything together, from 0 to 1.
    pub(super) fn whole(&self, at: usize) -> f32 {
        f32::from(self.steps[at * self.width]) / f32::from(super::compare::FULL)
    }
}

/// Does a work in parts, on several threads, and returns the results in the order of the parts.
pub(super) fn in_parallel<T: Sync, R: Send>(items: &[T], threads: usize, work: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    let each = items.len().div_ceil(threads.max(1)).max(1);
    std::thread::scope(|scope| {
        let running: Vec<_> = items.chunks(each).map(|part| scope.spawn(|| work(part))).collect();
        running.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}
