//! Evidence: the one shape of every ranked decision. A candidate is described by facts, each a number with a name and a
//! sentence, and its weight is their weighted sum: the linear predictor of a logistic regression where candidates are
//! judged by themselves, of a softmax where they compete.
//!
//! The facts stand in the code of their stage ([`facts!`](crate::facts)); the weights beside them, in a file that
//! `cargo xtask fit` writes. To add a fact, add its line and fit again.

/// What a fact weighs, by its name.
pub type Weight = (&'static str, f64);

/// A fact: what can be said of a candidate, in a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fact {
    /// What it is called.
    pub name: &'static str,
    /// What it says.
    pub sentence: &'static str,
    /// Its weight, if that is set by hand and never fitted. The sentence says why.
    pub by_hand: Option<f64>,
}

/// What is known of a candidate.
pub trait Evidence {
    /// The facts, in order.
    const FACTS: &'static [Fact];

    /// The numbers of this candidate, in the order of the facts.
    fn values(&self) -> Vec<f64>;

    /// All of it together: the more, the better.
    fn weight(&self) -> f64;

    /// Each fact by name.
    fn named(&self) -> impl Iterator<Item = (&'static str, f64)> {
        Self::FACTS.iter().map(|fact| fact.name).zip(self.values())
    }
}

/// The weight of a fact. One that is not among the weights counts nothing, so that a new fact can be measured first and
/// fitted then.
pub const fn weight_of(weights: &[Weight], name: &str) -> f64 {
    let mut at = 0;
    while at < weights.len() {
        if is_same(weights[at].0.as_bytes(), name.as_bytes()) {
            return weights[at].1;
        }
        at += 1;
    }
    0.0
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// Makes a struct of facts that are weighed together. A fact with a number behind it is weighed by hand, by that number.
///
/// ```
/// mod weights {
///     pub(super) const WEIGHTS: &[analysis::evidence::Weight] = &[("length", 2.0)];
/// }
///
/// analysis::facts! {
///     /// What can be said about a line.
///     pub struct Facts weighed by weights::WEIGHTS {
///         /// How long it is.
///         length,
///         /// Whether it is the last one. By hand: there is only one on a page.
///         last = -1.5,
///     }
/// }
///
/// use analysis::evidence::Evidence;
/// let facts = Facts { length: 3.0, last: 1.0 };
/// assert_eq!(facts.weight(), 4.5);
/// assert_eq!(facts.named().collect::<Vec<_>>(), [("length", 3.0), ("last", 1.0)]);
/// ```
#[macro_export]
macro_rules! facts {
    (
        $(#[$meta:meta])*
        $visibility:vis struct $name:ident weighed by $weights:path {
            $($(#[doc = $sentence:literal])+ $fact:ident $(= $by_hand:literal)?,)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        $visibility struct $name {
            $($(#[doc = $sentence])+ pub $fact: f64,)+
        }

        impl $crate::evidence::Evidence for $name {
            const FACTS: &'static [$crate::evidence::Fact] = &[$(
                $crate::evidence::Fact {
                    name: stringify!($fact),
                    sentence: concat!($($sentence),+),
                    by_hand: $crate::evidence::by_hand(&[$($by_hand)?]),
                },
            )+];

            fn values(&self) -> Vec<f64> {
                vec![$(self.$fact),+]
            }

            fn weight(&self) -> f64 {
                const WEIGHTS: [f64; $name::COUNT] = $name::aligned($weights);
                self.weight_by(&WEIGHTS)
            }
        }

        impl $name {
            /// How many facts there are.
            pub const COUNT: usize = [$(stringify!($fact)),+].len();

            /// Weights in the order of the facts.
            pub const fn aligned(weights: &[$crate::evidence::Weight]) -> [f64; Self::COUNT] {
                [$(match $crate::evidence::by_hand(&[$($by_hand)?]) {
                    Some(weight) => weight,
                    None => $crate::evidence::weight_of(weights, stringify!($fact)),
                }),+]
            }

            /// All of it together, by weights in the order of the facts: for those who ask several questions about the same
            /// candidates.
            pub fn weight_by(&self, weights: &[f64; Self::COUNT]) -> f64 {
                let values = [$(self.$fact),+];
                values.iter().zip(weights).map(|(value, weight)| value * weight).sum()
            }
        }
    };
}

/// The weight that is set by hand, if there is one. Only [`facts!`](crate::facts) needs it.
#[doc(hidden)]
pub const fn by_hand(weight: &[f64]) -> Option<f64> {
    match weight {
        [weight] => Some(*weight),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::weight_of;

    #[test]
    fn weights_are_found_by_whole_names() {
        let weights = [("height", 1.0), ("height of page", 2.0)];
        assert_eq!(weight_of(&weights, "height of page"), 2.0);
        assert_eq!(weight_of(&weights, "height of"), 0.0);
    }
}
