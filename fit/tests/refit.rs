//! A whole refit, from decisions to the file of weights, on a made-up set that is small enough to be judged by eye.

use analysis::evidence::{Evidence, Fact};
use expect_test::{Expect, expect};
use fit::decision::{Candidate, Counts, Decision};
use fit::regression::Kind;
use fit::tasks::{Source, Task};
use fit::validation::{ablation, by_site, in_fold, out_of_fold};
use fit::weights::{self, Header};

analysis::facts! {
    /// What can be said about a fruit.
    struct Fruit weighed by NONE {
        /// How ripe it is.
        ripe,
        /// Whether it has worms. By hand: hardly any has.
        worms = -4.0,
        /// How heavy it is, which says nothing.
        heavy,
    }
}

const NONE: &[analysis::evidence::Weight] = &[];

/// Which fruit of a basket is eaten.
struct Baskets {
    kind: Kind,
}

impl Task for Baskets {
    fn name(&self) -> &'static str {
        "baskets"
    }

    fn about(&self) -> &'static str {
        "What the facts about fruit weigh."
    }

    fn file(&self) -> &'static str {
        "nowhere.rs"
    }

    fn facts(&self) -> &'static [Fact] {
        Fruit::FACTS
    }

    fn kind(&self) -> Kind {
        self.kind
    }

    fn ridge(&self) -> f64 {
        0.01
    }

    fn corpora(&self) -> &'static [&'static str] {
        &["garden"]
    }

    fn decisions(&self, _: &Source) -> std::io::Result<Vec<Decision>> {
        Ok((0..12).map(basket).collect())
    }
}

/// The ripest fruit is eaten, but for the one with worms; weights differ from basket to basket without any sense.
fn basket(number: usize) -> Decision {
    let fruit = |(place, ripe): (usize, f64)| {
        let heavy = ((number * 7 + place * 5) % 11) as f64 / 10.0;
        let worms = f64::from(number.is_multiple_of(4) && place == 2);
        let right = f64::from(place == if number.is_multiple_of(4) { 1 } else { 2 });
        Candidate {
            facts: Fruit { ripe, worms, heavy }.values(),
            right,
            counts: Counts { correct: right as usize, told: 1, gold: 1 },
            ..Candidate::default()
        }
    };
    Decision {
        corpus: "garden".to_owned(),
        site: format!("tree {}", number % 6),
        candidates: [0.1, 0.6, 0.9].into_iter().enumerate().map(fruit).collect(),
        gold: 1,
        ..Decision::default()
    }
}

fn refit(kind: Kind) -> String {
    let task = Baskets { kind };
    let source = Source { corpora: "none".into(), truth: "none".into() };
    let decisions = task.decisions(&source).expect("made-up decisions");
    let model = task.model();
    let outcome = |decisions: &[&Decision], odds: &[Vec<f64>]| task.outcomes(decisions, odds);
    let fitted = weights::rounded(&model.fit(&decisions.iter().collect::<Vec<_>>()));
    let inside = in_fold(&decisions, &fitted, &outcome);
    let outside = out_of_fold(&decisions, &by_site(&decisions), &model, &outcome);
    let mut scores = inside.lines("in fold");
    scores.extend(outside.lines("out of fold, by site"));
    for (fact, without) in task.facts().iter().zip(ablation(&decisions, &model, &outcome)) {
        scores.push((format!("without {}", fact.name), without.less(&outside).trim().to_owned()));
    }
    let header = Header {
        task: task.name(),
        about: task.about(),
        corpora: &[("garden".to_owned(), 0xf00d)],
        date: "2026-01-01",
        decisions: decisions.len(),
        ridge: model.ridge,
        scores: &scores,
    };
    weights::source(&header, task.facts(), &fitted)
}

fn check(kind: Kind, expected: &Expect) {
    let first = refit(kind);
    expected.assert_eq(&first);
    assert_eq!(refit(kind), first, "the same set gives the same weights");
}

#[test]
fn a_choice_is_refitted() {
    check(
        Kind::Choice,
        &expect![[r#"
        //! What the facts about fruit weigh.
        //!
        //! Written by `cargo xtask fit baskets`, never by hand.
        //!
        //! fitted on 2026-01-01 to 12 decisions, ridge 0.01
        //! corpus garden 000000000000f00d
        //! in fold: 1.0000  garden 1.0000
        //! out of fold, by site: 1.0000  garden 1.0000
        //! without ripe: -0.8333
        //! without worms: -0.2500
        //! without heavy: +0.0000

        use crate::evidence::Weight;

        pub(crate) const WEIGHTS: &[Weight] = &[
            ("ripe", 8.061),
            ("heavy", -0.153),
        ];
    "#]],
    );
}

#[test]
fn a_choice_of_several_alike_is_refitted() {
    check(
        Kind::ChoiceAlike,
        &expect![[r#"
        //! What the facts about fruit weigh.
        //!
        //! Written by `cargo xtask fit baskets`, never by hand.
        //!
        //! fitted on 2026-01-01 to 12 decisions, ridge 0.01
        //! corpus garden 000000000000f00d
        //! in fold: 1.0000  garden 1.0000
        //! out of fold, by site: 1.0000  garden 1.0000
        //! without ripe: -0.8333
        //! without worms: -0.2500
        //! without heavy: +0.0000

        use crate::evidence::Weight;

        pub(crate) const WEIGHTS: &[Weight] = &[
            ("ripe", 8.061),
            ("heavy", -0.153),
        ];
    "#]],
    );
}

#[test]
fn a_judgement_is_refitted() {
    check(
        Kind::Judgement,
        &expect![[r#"
        //! What the facts about fruit weigh.
        //!
        //! Written by `cargo xtask fit baskets`, never by hand.
        //!
        //! fitted on 2026-01-01 to 12 decisions, ridge 0.01
        //! corpus garden 000000000000f00d
        //! in fold: 0.6429  garden 0.6429
        //! out of fold, by site: 0.5926  garden 0.5926
        //! without ripe: -0.5926
        //! without worms: -0.1311
        //! without heavy: -0.0593

        use crate::evidence::Weight;

        pub(crate) const WEIGHTS: &[Weight] = &[
            ("ripe", 2.784),
            ("heavy", -3.026),
        ];
    "#]],
    );
}
