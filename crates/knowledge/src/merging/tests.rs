//! Tests of merging as a whole, on sets small enough for seconds.

use super::*;
use std::collections::HashSet;

#[path = "../../../../bench/merging/people.rs"]
mod people;

type Row = (u32, Vec<String>);

fn merged(rows: &[Row], settings: &Settings) -> Merged {
    merge_profiles(profiles(rows, settings), settings, &job::Cancel::default()).unwrap()
}

fn profiles(rows: &[Row], settings: &Settings) -> Vec<Profile> {
    let profile = |(source, values): &Row| {
        let known = values.iter().enumerate().filter(|(_, value)| !value.is_empty());
        let values: Vec<(u16, &str)> = known.map(|(at, value)| (at as u16, value.as_str())).collect();
        Profile::new(&Individual { source: *source, values: &values }, settings.key_bits())
    };
    rows.iter().map(profile).collect()
}

fn rows(rows: &[(u32, &[&str])]) -> Vec<Row> {
    rows.iter().map(|(source, values)| (*source, values.iter().map(|value| (*value).to_owned()).collect())).collect()
}

fn made_up(count: usize) -> (Vec<Row>, Vec<u32>) {
    let people = people::people(count, 7);
    let who = people.iter().map(|person| person.who).collect();
    (people.into_iter().map(|person| (0, person.fields.to_vec())).collect(), who)
}

fn pairs_of(clusters: &[Vec<u32>]) -> HashSet<(u32, u32)> {
    let of = |members: &Vec<u32>| {
        let pairs = members.iter().enumerate().flat_map(|(at, &a)| members[at + 1..].iter().map(move |&b| (a, b)));
        pairs.map(|(a, b)| (a.min(b), a.max(b))).collect::<Vec<_>>()
    };
    clusters.iter().flat_map(of).collect()
}

fn true_pairs(who: &[u32]) -> HashSet<(u32, u32)> {
    let mut by_who: Vec<(u32, u32)> = who.iter().enumerate().map(|(id, who)| (*who, id as u32)).collect();
    by_who.sort_unstable();
    let clusters = by_who.chunk_by(|a, b| a.0 == b.0).map(|group| group.iter().map(|(_, id)| *id).collect());
    pairs_of(&clusters.collect::<Vec<Vec<u32>>>())
}

fn f1(found: &HashSet<(u32, u32)>, gold: &HashSet<(u32, u32)>) -> f64 {
    2.0 * found.intersection(gold).count() as f64 / (found.len() + gold.len()) as f64
}

#[test]
fn made_up_people_are_found_by_our_way_and_not_by_the_published_one() {
    let (rows, who) = made_up(3000);
    let gold = true_pairs(&who);
    let ours = f1(&pairs_of(&merged(&rows, &Settings::default()).clusters), &gold);
    assert!(ours > 0.95, "{ours}");
    let few: Vec<Vec<(u16, &str)>> = rows[..600]
        .iter()
        .map(|(_, values)| values.iter().enumerate().map(|(at, value)| (at as u16, value.as_str())).collect())
        .collect();
    let few: Vec<Individual<'_>> = few.iter().map(|values| Individual { source: 0, values }).collect();
    let published = paper::merge_as_published(&few, paper::SIMILAR).unwrap();
    let published = f1(&pairs_of(&published), &true_pairs(&who[..600]));
    assert!(published < 0.5, "{published}");
}

#[test]
fn neither_threads_nor_order_matter() {
    let (mut rows, _) = made_up(1500);
    let with = |rows: &[Row], threads: usize| merged(rows, &Settings { threads, ..Settings::default() });
    let one = with(&rows, 1);
    let three = with(&rows, 3);
    assert_eq!(one.clusters, three.clusters);
    assert_eq!(one.learnt, three.learnt);
    rows.reverse();
    let turned = |id: u32| rows.len() as u32 - 1 - id;
    let reversed: HashSet<(u32, u32)> =
        pairs_of(&with(&rows, 2).clusters).into_iter().map(|(a, b)| (turned(b), turned(a))).collect();
    assert!(f1(&reversed, &pairs_of(&one.clusters)) > 0.99);
}

#[test]
fn whoever_comes_later_finds_the_same_cluster() {
    let (rows, who) = made_up(3000);
    let settings = Settings::default();
    let at_once = pairs_of(&merged(&rows, &settings).clusters);
    let stored = 2700;
    let first = merged(&rows[..stored], &settings);
    let learnt = Learnt::from_numbers(&first.learnt.to_numbers()).unwrap();
    let mut memory = Memory::new(profiles(&rows[..stored], &settings), &learnt.statistics, Purpose::Growing, 2);
    memory.set_clusters(&first.clusters);
    let new: Vec<u32> =
        profiles(&rows[stored..], &settings).into_iter().map(|p| memory.add(p, &learnt.statistics)).collect();
    let joined = join(&memory, &learnt, &new);
    assert!(joined.iter().all(|joined| joined.from.len() > 1 && joined.members.is_sorted()));
    memory.set_clusters(&joined.iter().map(|joined| joined.members.clone()).collect::<Vec<_>>());
    let mut clusters: Vec<Vec<u32>> = (0..rows.len() as u32).map(|id| memory.members(memory.cluster(id))).collect();
    clusters.sort();
    clusters.dedup();
    let later = pairs_of(&clusters);
    assert!(f1(&later, &at_once) > 0.95, "{}", f1(&later, &at_once));
    assert!(f1(&later, &true_pairs(&who)) > 0.93, "{}", f1(&later, &true_pairs(&who)));
    assert!(later.iter().filter(|(_, b)| *b >= stored as u32).count() > 20);
}

#[test]
fn a_thing_that_is_quoted_two_hundred_times_is_one_cluster() {
    let words = people::people(400, 3).into_iter().map(|person| person.fields[1].clone()).collect::<Vec<_>>();
    let word = |number: usize| words[number.wrapping_mul(0x9e37_79b9).wrapping_add(number >> 3) % words.len()].as_str();
    let (mut quoted, mut what) = (Vec::new(), Vec::new());
    for paper in 0..80 {
        for quote in 0..[200, 60, 20].get(paper).copied().unwrap_or(1 + paper % 4) {
            let mut title: Vec<String> = (0..7).map(|at| word(paper * 31 + at * 7 + 1).to_owned()).collect();
            match quote % 5 {
                1 => drop(title.remove(quote % 7)),
                2 => title[quote % 7].push('s'),
                3 => title.swap(0, 1),
                _ => {}
            }
            let author = if quote % 4 == 0 { "" } else { word(paper * 17 + 5) };
            quoted.push((0, vec![title.join(" "), author.to_owned(), format!("{}", 1980 + paper % 20)]));
            what.push(paper as u32);
        }
    }
    let found = merged(&quoted, &Settings::default()).clusters;
    let quality = f1(&pairs_of(&found), &true_pairs(&what));
    assert!(quality > 0.98, "{quality} {:?}", found.iter().map(Vec::len).collect::<Vec<_>>());
}

#[test]
fn a_key_that_differs_keeps_apart_and_one_that_agrees_joins() {
    let rows = rows(&[
        (0, &["Aurora Shipping Limited", "Hamburg", "111"]),
        (0, &["Aurora Shipping Limited", "Hamburg", ""]),
        (0, &["Aurora Shipping Limited", "Hamburg", "222"]),
        (0, &["Quite Another Name", "Bremen", "2-22"]),
    ]);
    let settings = Settings { keys: vec![2], ..Settings::default() };
    let found = merged(&rows, &settings);
    let is_together = |a: u32, b: u32| pairs_of(&found.clusters).contains(&(a, b));
    assert!(!is_together(0, 2), "not through a third either: {:?}", found.clusters);
    assert!(is_together(2, 3), "{:?}", found.clusters);
    let base = Memory::new(profiles(&rows, &settings), &found.learnt.statistics, Purpose::Growing, 1);
    let verdict = |a, b| explain(&base, &found.learnt, a, b).map(|explanation| explanation.verdict);
    assert_eq!(verdict(0, 2), Some(Verdict::DifferentKey));
    assert_eq!(verdict(2, 3), Some(Verdict::SameKey));
    assert_eq!(verdict(0, 9), None);
}

#[test]
fn evidence_adds_up_and_names_what_is_shared() {
    let (mut rows, _) = made_up(800);
    let same = rows[5].clone();
    rows.push(same);
    rows[5].1[1] = "Holzkircher".to_owned();
    rows[800].1[1] = "Holzkirchner".to_owned();
    let found = merged(&rows, &Settings::default());
    let base = Memory::new(profiles(&rows, &Settings::default()), &found.learnt.statistics, Purpose::Growing, 1);
    let same = explain(&base, &found.learnt, 800, 5).unwrap();
    assert_eq!(same.verdict, Verdict::Same);
    let sum: f32 = same.evidence.iter().map(|evidence| evidence.bits).sum();
    assert!((sum + same.beforehand - same.total).abs() < 0.01 && same.total > same.threshold);
    let last = same.evidence.iter().find(|evidence| evidence.respect == Respect::Property(1)).unwrap();
    assert_eq!(last.shared, ["holzkircher ~ holzkirchner"]);
    let other = explain(&base, &found.learnt, 5, 6).unwrap();
    assert_eq!(other.verdict, Verdict::Different);
    assert!(other.total < other.threshold && other.evidence.iter().any(|evidence| evidence.bits < 0.0));
}

#[test]
fn a_source_lists_each_thing_once() {
    let mut listed: Vec<Row> = Vec::new();
    for number in 0..60 {
        let name = format!("Lamp {} model x{}", ["oak", "brass", "glass"][number % 3], 100 + number);
        listed.push((3, vec![format!("{name} white"), format!("{}", 20 + number)]));
        listed.push((8, vec![format!("{name} in white"), format!("{}", 21 + number)]));
    }
    let found = merged(&listed, &Settings::default());
    assert_eq!(found.learnt.exclusive_sources, [3, 8]);
    assert!(found.clusters.iter().all(|cluster| cluster.len() == 2), "{:?}", found.clusters);
    assert!(found.clusters.len() > 55);
}

#[test]
fn where_nothing_is_the_same_nothing_is_merged() {
    let mut seen = HashSet::new();
    let people: Vec<_> = people::people(2000, 9).into_iter().filter(|person| seen.insert(person.who)).collect();
    for drop in [&[][..], &[5, 6], &[2, 3, 5, 6, 7]] {
        let row = |person: &people::Person| {
            let known = |at: usize| if drop.contains(&at) { String::new() } else { person.fields[at].clone() };
            (0, (0..8).map(known).collect())
        };
        let rows: Vec<Row> = people.iter().map(row).collect();
        let wrong: usize = merged(&rows, &Settings::default()).clusters.iter().map(Vec::len).sum();
        assert!(wrong < 40, "{wrong} without {drop:?}");
    }
}

#[test]
fn a_short_list_is_left_alone_but_for_copies() {
    let role = |at: usize| ["chair", "coach", "member"][at % 3].to_owned();
    let city = |at: usize| ["Vienna", "Oslo"][at / 2 % 2].to_owned();
    let people = people::people(60, 5);
    let member = |at: usize| vec![people[at].fields[..2].join(" "), (20 + 7 * at % 50).to_string(), role(at), city(at)];
    let room = |at: usize| vec![format!("Room {}", 100 + at), "Hotel Bristol".to_owned(), role(at), city(at)];
    for make in [&member as &dyn Fn(usize) -> Vec<String>, &room] {
        for count in [5, 8, 12, 20, 30, 60] {
            let mut listed: Vec<Row> = (0..count).map(|at| (0, make(at))).collect();
            assert!(merged(&listed, &Settings::default()).clusters.is_empty(), "{count} {:?}", listed[0]);
            // One that says the same, and one that says less.
            listed.push((0, make(1).iter().map(|value| value.to_uppercase()).collect()));
            listed.push((0, make(3)[..2].to_vec()));
            let last = count as u32;
            assert_eq!(merged(&listed, &Settings::default()).clusters, [[1, last], [3, last + 1]], "{:?}", listed[0]);
        }
    }
}

#[test]
fn names_without_spaces_are_compared_by_characters() {
    let names = ["北京华东科技股份有限公司", "上海新金贸易有限公司", "深圳天龙电子集团", "广州海山医药股份有限公司"];
    let mut listed: Vec<Row> = names.iter().map(|name| (0, vec![(*name).to_owned()])).collect();
    listed.extend(
        ["北京华东科技", "上海新金贸易", "深圳天龙电子", "广州海山医药"].map(|name| (1, vec![name.to_owned()])),
    );
    let found = merged(&listed, &Settings::default()).clusters;
    assert_eq!(found, [[0, 4], [1, 5], [2, 6], [3, 7]]);
}

#[test]
fn hostile_individuals_take_no_more_time_than_others() {
    let settings = Settings::default();
    let alike: Vec<Row> = (0..30_000).map(|_| (0, vec!["the very same".to_owned(), "1".to_owned()])).collect();
    assert_eq!(merged(&alike, &settings).clusters.len(), 1);
    let one_word: Vec<Row> = (0..30_000).map(|number| (number % 2, vec![format!("word w{number}")])).collect();
    assert!(merged(&one_word, &settings).clusters.len() < 100);
    let long = "lorem ipsum ".repeat(100_000);
    let odd =
        ["\u{0}\u{ffff}", "&#xffffffff;&;&#;", "....,,,,", "''''", "1e999", "\u{301}\u{301}", long.as_str(), "🦀"];
    let odd: Vec<Row> = odd.iter().chain(&odd).map(|text| (0, vec![(*text).to_owned(); 70])).collect();
    assert!(merged(&odd, &settings).clusters.len() <= 8);
}

#[test]
fn nothing_is_merged_of_nothing() {
    for few in [rows(&[]), rows(&[(0, &[])]), rows(&[(0, &[]), (0, &[])]), rows(&[(0, &["a"]), (1, &["b"])])] {
        assert!(merged(&few, &Settings::default()).clusters.is_empty());
    }
}

#[test]
fn what_was_learnt_survives_as_numbers() {
    let rows = rows(&[(0, &["Anna Berg", "12.5"]), (7, &["Anna Berg", "12.5"]), (7, &["Otto Thal", "3"])]);
    let learnt = merged(&rows, &Settings::default()).learnt;
    let numbers = learnt.to_numbers();
    assert_eq!(Learnt::from_numbers(&numbers), Some(learnt));
    assert_eq!(Learnt::from_numbers(&numbers[1..]), None);
    assert_eq!(Learnt::from_numbers(&numbers[..numbers.len() - 1]), None);
    assert_eq!(Learnt::from_numbers(&[1.0, 2.0, 3.0, 1e300]), None);
}

#[test]
fn names_in_different_scripts_say_nothing() {
    let things = rows(&[
        (0, &["Morrow Point Light", "1862", "31 m", "(555) 201-4410"]),
        (0, &["Saltmarsh Lighthouse", "1791", "22 m", "(555) 201-7781"]),
        (0, &["Gull Rock", "1874", "18 m", "(555) 201-3305"]),
        (1, &["明日角灯塔", "1862", "31 m", "(555) 201-4410"]),
        (1, &["盐沼灯塔", "1791", "22 m", "(555) 201-7781"]),
        (1, &["海鸥岩", "1902", "9 m", "(555) 644-1290"]),
    ]);
    assert_eq!(merged(&things, &Settings::default()).clusters, [[0, 3], [1, 4]]);
}
