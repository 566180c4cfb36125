//! Shelves beside a plain sorted set.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rusqlite::Connection;

use super::read::fences;
use super::*;

fn database() -> Connection {
    let db = Connection::open_in_memory().unwrap();
    db.execute_batch(crate::tables::SHELVES).unwrap();
    db
}

fn all(db: &Connection, bounds: (Row, Row)) -> Vec<Row> {
    let reader = ShelfReader::default();
    let mut scan = Scan::begin(db, &reader, Shelf::Subjects, bounds).unwrap();
    std::iter::from_fn(|| scan.next(db, &reader, Shelf::Subjects).unwrap()).collect()
}

fn rows(numbers: impl IntoIterator<Item = u32>) -> Vec<Row> {
    let set: BTreeSet<Row> = numbers.into_iter().map(|n| Row::new([n / 97, n % 97, n, 0])).collect();
    set.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_shelf_is_a_sorted_set(
        steps in prop::collection::vec((any::<bool>(), 0u32..9000, 1u32..4000, 1u32..7), 1..8),
        bounds in (0u32..100, 0u32..100),
    ) {
        let db = database();
        let mut model: BTreeSet<Row> = BTreeSet::new();
        for (adds, from, count, step) in steps {
            let rows = rows((0..count).map(|n| from + n * step));
            let before = model.len();
            let change = if adds { Change::Add } else { Change::Remove };
            if adds {
                model.extend(rows.iter().copied());
            } else {
                rows.iter().for_each(|row| { model.remove(row); });
            }
            let difference = apply(&db, Shelf::Subjects, &rows, change).unwrap();
            prop_assert_eq!(difference as usize, model.len().abs_diff(before));
            prop_assert_eq!(all(&db, Row::bounds(&[])), model.iter().copied().collect::<Vec<_>>());
        }
        let bounds = (Row::new([bounds.0.min(bounds.1), 0, 0, 0]), Row::new([bounds.0.max(bounds.1), 3, 0, 0]));
        prop_assert_eq!(all(&db, bounds), model.range(bounds.0..=bounds.1).copied().collect::<Vec<_>>());
    }
}

#[test]
fn blocks_stay_small_and_none_is_empty() {
    let db = database();
    for start in [50_000, 0, 25_000] {
        apply(&db, Shelf::Subjects, &rows(start..start + 30_000), Change::Add).unwrap();
    }
    let counts: Vec<u32> = fences(&db, Shelf::Subjects).unwrap().iter().map(|fence| fence.count).collect();
    assert_eq!(counts.iter().sum::<u32>(), 80_000);
    assert!(counts.iter().all(|count| (1..=2048).contains(count)), "{counts:?}");
    apply(&db, Shelf::Subjects, &rows(0..90_000), Change::Remove).unwrap();
    assert!(fences(&db, Shelf::Subjects).unwrap().is_empty());
}

#[test]
fn shelves_do_not_see_each_other() {
    let db = database();
    apply(&db, Shelf::Objects, &rows(0..10), Change::Add).unwrap();
    assert!(all(&db, Row::bounds(&[])).is_empty());
}

#[test]
fn an_estimate_is_exact_within_a_block_and_near_beyond() {
    let db = database();
    apply(&db, Shelf::Subjects, &rows(0..9_700), Change::Add).unwrap();
    let reader = ShelfReader::default();
    let estimate = |prefix: &[u32]| reader.estimate(&db, Shelf::Subjects, Row::bounds(prefix)).unwrap();
    assert_eq!(estimate(&[3, 5]), 1);
    assert_eq!(estimate(&[100_000]), 0);
    assert_eq!(estimate(&[]), 9_700);
}
