//! Decisions with a known outcome: what there was to choose from, and what a person would have chosen.

/// Candidates that are decided about together, on one page.
#[derive(Clone, Debug, Default)]
pub struct Decision {
    /// The corpus that the page is of.
    pub corpus: String,
    /// The site that it is of. Pages of one site resemble each other, so that they are never in two folds.
    pub site: String,
    /// In which way it is asked, if there are several, each of which has scores of its own.
    pub asked: String,
    /// What is decided, for whoever reads the facts.
    pub name: String,
    /// What there is to choose from.
    pub candidates: Vec<Candidate>,
    /// How many right things there are, whether or not a candidate holds them.
    pub gold: usize,
}

/// One possibility.
#[derive(Clone, Debug, Default)]
pub struct Candidate {
    /// What it is, for whoever reads the facts.
    pub name: String,
    /// Its facts, in the order of the task's.
    pub facts: Vec<f64>,
    /// How right it is to choose or to accept it, 0 to 1.
    pub right: f64,
    /// What choosing it would tell.
    pub counts: Counts,
    /// The texts that it would tell, where decisions about the same pages are made together.
    pub texts: Vec<Told>,
}

/// A text of a page that would be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// The number of the page.
    pub page: u32,
    /// The number of the text on it.
    pub text: u32,
    /// What it says; of texts that say the same the number is the same.
    pub words: u32,
    /// Whether it is what should be told.
    pub is_right: bool,
}

/// What was told, how much of it was right, and how much there was to tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// What was told and is right.
    pub correct: usize,
    /// What was told.
    pub told: usize,
    /// What there was to tell.
    pub gold: usize,
}

impl Counts {
    /// The harmonic mean of precision and recall.
    pub fn f1(&self) -> f64 {
        2.0 * self.correct as f64 / (self.told + self.gold).max(1) as f64
    }
}

impl std::ops::Add for Counts {
    type Output = Counts;

    fn add(self, other: Counts) -> Counts {
        Counts { correct: self.correct + other.correct, told: self.told + other.told, gold: self.gold + other.gold }
    }
}

impl std::iter::Sum for Counts {
    fn sum<I: Iterator<Item = Counts>>(counts: I) -> Counts {
        counts.fold(Counts::default(), std::ops::Add::add)
    }
}
