//! Many small sets drawn by chance: what a few dozen individuals come to, when there is hardly anything to learn from.
//!
//! A set is drawn from a pool of things in one of four ways: one source that lists each thing once; the same with a few
//! copies that say the same or less; with copies that have a slip; and two sources that share some of their things.

use super::people::{self, Dice};
use super::{Rows, root};
use knowledge::merging::{Individual, Settings, merge};
use std::collections::BTreeMap;

const SIZES: [usize; 7] = [5, 8, 12, 20, 30, 60, 200];

/// Sets that are drawn for each pool, size and way.
const DRAWN: usize = 25;

/// The values of a record, by property.
type Record = Vec<(u16, String)>;

/// Things, each with its records by source.
pub(super) struct Pool {
    name: String,
    things: Vec<BTreeMap<u32, Record>>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Way {
    Clean,
    Copies,
    Slips,
    /// So many in a hundred are in both sources.
    Across(usize),
}

#[derive(Default, Clone, Copy)]
struct Tally {
    sets: usize,
    right: usize,
    wrong: usize,
    missed: usize,
}

/// Draws sets from all pools, merges them, and prints what was right.
pub(super) fn report(pools: &[Pool]) {
    let mut by_size: BTreeMap<(Way, usize), Tally> = BTreeMap::new();
    let mut by_pool: BTreeMap<(Way, &str), Tally> = BTreeMap::new();
    let mut dice = Dice(11);
    for pool in pools {
        let has_two = pool.things.iter().any(|records| records.len() > 1);
        let across = if has_two { &[Way::Across(100), Way::Across(50), Way::Across(10)][..] } else { &[] };
        for way in [Way::Clean, Way::Copies, Way::Slips].iter().chain(across) {
            for size in SIZES {
                for _ in 0..DRAWN {
                    let (rows, things) = drawn(pool, *way, size, &mut dice);
                    let tally = judged(&rows, &things);
                    by_size.entry((*way, size)).or_default().add(tally);
                    if size < 200 {
                        by_pool.entry((*way, &pool.name)).or_default().add(tally);
                    }
                }
            }
        }
    }
    by_size.iter().for_each(|((way, size), tally)| tally.print(&format!("{way:?} {size}")));
    by_pool.iter().for_each(|((way, pool), tally)| tally.print(&format!("{way:?} {pool}")));
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.sets += 1;
        self.right += other.right;
        self.wrong += other.wrong;
        self.missed += other.missed;
    }

    fn print(&self, name: &str) {
        let share = |of: usize| self.right as f64 / (self.right + of).max(1) as f64;
        println!(
            "{name:24} {:4} sets  right {:5}  wrong {:5}  missed {:5}  precision {:.3}  recall {:.3}",
            self.sets,
            self.right,
            self.wrong,
            self.missed,
            share(self.wrong),
            share(self.missed)
        );
    }
}

fn drawn(pool: &Pool, way: Way, size: usize, dice: &mut Dice) -> (Vec<(u32, Record)>, Vec<usize>) {
    let mut order: Vec<usize> = (0..pool.things.len()).collect();
    let taken = order.len().min(2 * size + 2);
    for at in 0..taken {
        order.swap(at, at + dice.below(pool.things.len() - at));
    }
    let mut set: Vec<(u32, Record, usize)> = Vec::new();
    // Things of one list come from one source, whichever it is.
    let source = dice.below(2) as u32;
    match way {
        Way::Clean | Way::Copies | Way::Slips => {
            let usable = order.iter().filter_map(|&thing| Some((thing, pool.things[thing].get(&source)?)));
            set.extend(usable.take(size).map(|(thing, record)| (0, record.clone(), thing)));
            for _ in 0..if way == Way::Clean { 0 } else { (size / 8).max(1).min(set.len()) } {
                let (_, record, thing) = set[dice.below(size.min(set.len()))].clone();
                set.push((0, altered(record, way, dice), thing));
            }
        }
        Way::Across(share) => {
            let shared = (size * share).div_ceil(200);
            let both: Vec<usize> =
                order.iter().copied().filter(|&thing| pool.things[thing].len() > 1).take(shared).collect();
            let alone: Vec<usize> = order.into_iter().filter(|thing| !both.contains(thing)).collect();
            for &thing in &both {
                set.extend(pool.things[thing].iter().map(|(source, record)| (*source, record.clone(), thing)));
            }
            for thing in alone.into_iter().take(size.saturating_sub(set.len())) {
                let records = &pool.things[thing];
                let chosen = records.iter().nth(dice.below(records.len()));
                set.extend(chosen.map(|(source, record)| (*source, record.clone(), thing)));
            }
        }
    }
    for at in (1..set.len()).rev() {
        set.swap(at, dice.below(at + 1));
    }
    let things = set.iter().map(|(_, _, thing)| *thing).collect();
    (set.into_iter().map(|(source, record, _)| (source, record)).collect(), things)
}

/// The same thing as somebody else would write it.
fn altered(mut record: Record, way: Way, dice: &mut Dice) -> Record {
    let Some(first) = record.first_mut() else { return record };
    match (way, dice.below(3)) {
        (Way::Slips, 0) => {
            let mut words: Vec<String> = first.1.split(' ').map(str::to_owned).collect();
            let longest = (0..words.len()).max_by_key(|at| words[*at].chars().count()).unwrap_or(0);
            words[longest] = words[longest].chars().take(4).chain(['.']).collect();
            first.1 = words.join(" ");
        }
        (Way::Slips, _) => {
            first.1 = people::slipped(&first.1, dice);
        }
        (_, 0) => first.1 = first.1.to_uppercase(),
        (_, 1) if record.len() > 1 => drop(record.remove(1 + dice.below(record.len() - 1))),
        _ => {}
    }
    record
}

fn judged(rows: &[(u32, Record)], things: &[usize]) -> Tally {
    let texts: Vec<Vec<(u16, &str)>> =
        rows.iter().map(|(_, values)| values.iter().map(|(at, text)| (*at, text.as_str())).collect()).collect();
    let individuals: Vec<Individual<'_>> =
        rows.iter().zip(&texts).map(|((source, _), values)| Individual { source: *source, values }).collect();
    let mut cluster: Vec<usize> = (0..rows.len()).collect();
    for members in merge(&individuals, &Settings::default()).clusters {
        members.iter().for_each(|&member| cluster[member as usize] = members[0] as usize);
    }
    let mut tally = Tally::default();
    for a in 0..rows.len() {
        for b in a + 1..rows.len() {
            match (things[a] == things[b], cluster[a] == cluster[b]) {
                (true, true) => tally.right += 1,
                (false, true) => tally.wrong += 1,
                (true, false) => tally.missed += 1,
                (false, false) => {}
            }
        }
    }
    tally
}

impl Pool {
    /// Rows of files, with what is known of them.
    pub(super) fn of_rows(name: &str, mut rows: Rows) -> Pool {
        let mut things: BTreeMap<usize, BTreeMap<u32, Record>> = BTreeMap::new();
        for id in 0..rows.values.len() {
            let thing = root(&mut rows.things, id);
            things.entry(thing).or_default().insert(rows.sources[id], std::mem::take(&mut rows.values[id]));
        }
        let mut things: Vec<BTreeMap<u32, Record>> = things.into_values().collect();
        let has_one_source = rows.sources.iter().all(|source| *source == 0);
        for records in things.iter_mut().filter(|_| has_one_source) {
            // One list stands for both sources, which have nothing in common.
            let record = records[&0].clone();
            records.insert(1, record);
        }
        if has_one_source {
            things.iter_mut().enumerate().for_each(|(at, records)| drop(records.remove(&((at % 2) as u32))));
        }
        Pool { name: name.to_owned(), things }
    }

    /// Made-up things that are alike in much, as the entries of one list are.
    pub(super) fn made_up() -> Vec<Pool> {
        let mut dice = Dice(5);
        let mut pools = vec![of_people()];
        let words = "oak brass glass amber slate birch cobalt linen velvet copper ivory walnut coral jade onyx pearl";
        let words: Vec<&str> = words.split(' ').collect();
        let of = |name: &str, make: &mut dyn FnMut(usize) -> Vec<String>| {
            let numbered = |values: Vec<String>| (0..).zip(values).collect::<Record>();
            let things = (0..1000).map(|at| BTreeMap::from([(at as u32 % 2, numbered(make(at)))])).collect();
            Pool { name: name.to_owned(), things }
        };
        let names: Vec<[String; 8]> = people::people(4000, 3).into_iter().map(|person| person.fields).collect();
        pools.push(of("rooms", &mut |at| {
            let hotel = format!("Hotel {}", words[dice.below(2)]);
            let kind = ["single", "double", "suite"][dice.below(3)].to_owned();
            vec![format!("Room {}", 100 + at), hotel, kind, format!("{}", 80 + 10 * dice.below(5))]
        }));
        pools.push(of("members", &mut |at| {
            let role = ["chair", "coach", "treasurer", "member", "member"][dice.below(5)].to_owned();
            let city = ["Vienna", "Oslo", "Turin"][dice.below(3)].to_owned();
            let name = format!("{} {}", names[3 * at][0], names[at][1]);
            vec![name, format!("{}", 20 + dice.below(50)), role, city]
        }));
        pools.push(of("names", &mut |at| vec![format!("{} {}", names[2 * at][0], names[at][1])]));
        pools.push(of("dishes", &mut |at| {
            let kind = ["pie", "soup", "curry", "salad"][dice.below(4)];
            let (first, second) = (words[at % 16], words[at / 16 % 16]);
            let course = ["dessert", "starter", "main"][dice.below(3)].to_owned();
            let with = format!("{first}, {}, {}, flour, butter", words[dice.below(16)], words[dice.below(16)]);
            let name = format!("{first} {second} {kind} {}", ["", "light", "royal", "rustic"][at / 256]);
            vec![name.trim().to_owned(), with, format!("{}", 5 * (2 + dice.below(20))), course]
        }));
        pools
    }
}

fn of_people() -> Pool {
    let mut things: BTreeMap<u32, BTreeMap<u32, Record>> = BTreeMap::new();
    for person in people::people(20_000, 21) {
        let known = (0..).zip(person.fields).filter(|(_, value)| !value.is_empty()).collect();
        let records = things.entry(person.who).or_default();
        records.insert(records.len() as u32, known);
    }
    // As many that are known once, by one source or the other, as are known twice.
    let (twice, once): (Vec<_>, Vec<_>) = things.into_values().partition(|records| records.len() > 1);
    let count = twice.len();
    let once = once.into_iter().take(count).enumerate();
    let once = once.map(|(at, records)| records.into_values().map(|record| (at as u32 % 2, record)).collect());
    Pool { name: "people".to_owned(), things: twice.into_iter().chain(once).collect() }
}
