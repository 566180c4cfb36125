//! Tests of merging as a whole; generated sets are small enough for seconds.

use super::*;

fn merged(individuals: &[(u32, &[&str])], settings: &Settings) -> Merged {
    let values: Vec<Vec<(u16, &str)>> = individuals
        .iter()
        .map(|(_, values)| {
            values.iter().enumerate().filter(|(_, v)| !v.is_empty()).map(|(at, v)| (at as u16, *v)).collect()
        })
        .collect();
    let individuals: Vec<Individual<'_>> =
        individuals.iter().zip(&values).map(|((source, _), values)| Individual { source: *source, values }).collect();
    merge(&individuals, settings)
}

#[test]
fn nothing_is_merged_of_nothing() {
    assert!(merged(&[], &Settings::default()).clusters.is_empty());
    assert!(merged(&[(0, &[])], &Settings::default()).clusters.is_empty());
    assert!(merged(&[(0, &[]), (0, &[])], &Settings::default()).clusters.is_empty());
}

#[test]
fn a_key_that_differs_keeps_apart_and_one_that_agrees_joins() {
    let rows: [(u32, &[&str]); 4] = [
        (0, &["Aurora Shipping Limited", "Hamburg", "111"]),
        (0, &["Aurora Shipping Limited", "Hamburg", ""]),
        (0, &["Aurora Shipping Limited", "Hamburg", "222"]),
        (0, &["Quite Another Name", "Bremen", "222"]),
    ];
    let settings = Settings { keys: vec![2], ..Settings::default() };
    let clusters = merged(&rows, &settings).clusters;
    assert!(clusters.iter().all(|cluster| !(cluster.contains(&0) && cluster.contains(&2))), "{clusters:?}");
    assert!(clusters.iter().any(|cluster| cluster.contains(&2) && cluster.contains(&3)), "{clusters:?}");
}

#[test]
fn what_was_learnt_survives_as_numbers() {
    let rows: [(u32, &[&str]); 3] =
        [(0, &["Anna Berg", "12.5"]), (7, &["Anna Berg", "12.5"]), (7, &["Otto Thal", "3"])];
    let learnt = merged(&rows, &Settings::default()).learnt;
    let numbers = learnt.to_numbers();
    assert_eq!(Learnt::from_numbers(&numbers), Some(learnt));
    assert_eq!(Learnt::from_numbers(&numbers[1..]), None);
    assert_eq!(Learnt::from_numbers(&numbers[..numbers.len() - 1]), None);
    assert_eq!(Learnt::from_numbers(&[1.0, 2.0, 3.0, 1e300]), None);
}
