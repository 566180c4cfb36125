//! Which labels name sections and which name services, told by the company they keep: links of one row are of one sort,
//! and so is one label on many sites. What the pages behind the links are starts it off.
//!
//! This is label propagation from soft seeds: the nodes are the uses of labels, and a node's score is again and again
//! made of its seed and of its neighbours' scores, those in its rows, those its address stands below, and those of the
//! same label on other sites. All numbers here are set by hand: there is no truth about which links are sections that
//! would be large enough to fit them to. Each says what it is for. What they come to together was checked by leaving out
//! sites in turn and on older copies of the sites; each number alone was not.

use rustc_hash::FxHashMap;

use super::address;
use super::graph::Graph;
use super::survey::{Row, Survey};
use super::uses::{Use, Uses};

/// So often what is known spreads; further rounds change little.
const ROUNDS: usize = 12;
/// How much of a use's score is that of its own page. The page says most: it alone tells a section from a service that
/// stands among sections. The three shares make one.
const OF_SEED: f64 = 0.4;
/// How much of it is that of its neighbours.
const OF_NEIGHBOURS: f64 = 0.35;
/// How much of it is that of its label on all sites.
const OF_LABEL: f64 = 0.25;
/// What a link out of the site says of its row: rows of partners and services have such, but rows of sections may too.
const OUTSIDE: f64 = -0.5;
/// What is said by standing in the foot of pages alone, where some sites repeat all their sections.
const FOOTER: f64 = -0.5;
/// With so many listed pages below its address a page is half as much a section as with any number.
const HALF_BELOW: f64 = 4.0;
/// What is said by heading a row of several links.
const HEADS_ROW: f64 = 0.4;
/// An address whose last part has more words may be a headline's.
const NAME_WORDS: usize = 4;
/// What each further word says against a section, and how many of them count.
const HEADLINE_WORD: f64 = -0.15;
const HEADLINE_WORDS: usize = 4;
/// What is said by another host of the same site: shops, games and mail mostly.
const OTHER_HOST: f64 = -0.4;
/// What a page says that was read and leads to nothing of its own, which is almost certainly no section.
const LEADS_NOWHERE: f64 = -0.9;
/// What one says that leads to a single page of its own.
const LEADS_TO_ONE: f64 = -0.4;
/// What one says that leads to as many as usual.
const LEADS_ON: f64 = 0.5;
/// So large a share of what the fullest page of its site leads to is as many as usual.
const USUAL_SHARE: f64 = 0.1;
/// The page of a section usually leads to no fewer pages of its own.
pub(super) const LEAST_CHILDREN: usize = 2;
/// What stands above a row says as much about its links as so many of their neighbours.
const HEAD: f64 = 2.0;

/// How much each use of a label, and each label over all sites, is a section: from -1 for a service to 1.
#[derive(Debug)]
pub(super) struct Company {
    pub(super) seeds: Vec<f64>,
    pub(super) uses: Vec<f64>,
    pub(super) labels: FxHashMap<usize, f64>,
}

impl Company {
    /// Spreads what is known of some pages along rows and across sites.
    pub(super) fn of(survey: &Survey, uses: &Uses, graph: &Graph) -> Company {
        let seeds = Seeds::of(survey, uses, graph).all();
        let parents = address_parents(survey, uses);
        let mut company = Company { uses: seeds.clone(), seeds, labels: FxHashMap::default() };
        for _ in 0..ROUNDS {
            company.labels = company.label_means(uses);
            let rows = company.row_sums(survey, uses);
            company.uses =
                (0..uses.all.len()).map(|number| company.next(uses, number, &rows, &parents[number])).collect();
        }
        company.labels = company.label_means(uses);
        company
    }

    /// Keeps what is known of some of the uses.
    pub(super) fn keep(&mut self, kept: &[bool]) {
        for scores in [&mut self.seeds, &mut self.uses] {
            let mut kept = kept.iter();
            scores.retain(|_| kept.next().copied().unwrap_or_default());
        }
    }

    /// A use's score is made of its own page's, its label's, and that of its neighbours.
    fn next(&self, uses: &Uses, number: usize, rows: &[RowSum], parents: &[usize]) -> f64 {
        let Use { label, rows: own_rows, .. } = &uses.all[number];
        let own = self.uses[number];
        let beside = own_rows.iter().filter_map(|&row| rows[row].without(own));
        let above = parents.iter().map(|&parent| self.uses[parent]);
        let others: Vec<f64> = beside.chain(above).collect();
        let mean = if others.is_empty() { own } else { others.iter().sum::<f64>() / others.len() as f64 };
        OF_SEED * self.seeds[number]
            + OF_NEIGHBOURS * mean
            + OF_LABEL * self.labels.get(label).copied().unwrap_or_default()
    }

    fn label_means(&self, uses: &Uses) -> FxHashMap<usize, f64> {
        let mut sums: FxHashMap<usize, (f64, usize)> = FxHashMap::default();
        for (own, score) in uses.all.iter().zip(&self.uses) {
            let sum = sums.entry(own.label).or_default();
            sum.0 += score;
            sum.1 += 1;
        }
        let mean = |label, (sum, count): (f64, usize)| {
            let outside = uses.outside.get(&label).map_or(0, Vec::len);
            (label, (sum - outside as f64) / (count + outside) as f64)
        };
        sums.into_iter().map(|(label, sum)| mean(label, sum)).collect()
    }

    /// For each row, the scores of its links; a link that leads elsewhere counts as a service.
    fn row_sums(&self, survey: &Survey, uses: &Uses) -> Vec<RowSum> {
        let score = |site: usize, label: usize, target: Option<usize>| match uses.number(site, label) {
            _ if target.is_some_and(|target| uses.is_outside(survey, target)) => Some(OUTSIDE),
            Some(number) => Some(self.uses[number]),
            None => None,
        };
        let sum = |row: &Row| {
            let scores = row.cells.iter().filter_map(|cell| score(row.site, cell.label, Some(cell.target)));
            let (sum, count) = scores.fold((0.0, 0), |(sum, count), score| (sum + score, count + 1));
            let head = row.above.and_then(|(label, target)| score(row.site, label, target));
            RowSum { sum, count, head }
        };
        survey.rows.iter().map(sum).collect()
    }
}

/// The scores of a row's links and of what stands above it.
#[derive(Clone, Copy, Debug)]
struct RowSum {
    sum: f64,
    count: usize,
    head: Option<f64>,
}

impl RowSum {
    /// The mean of a row without one of its links. What stands above it says as much as two.
    fn without(&self, own: f64) -> Option<f64> {
        let (sum, count) = (self.sum - own, self.count.checked_sub(1)?);
        let (sum, count) = self.head.map_or((sum, count), |head| (sum + HEAD * head, count + HEAD as usize));
        (count > 0).then(|| sum / count as f64)
    }
}

/// For each use, those that its addresses stand below.
fn address_parents(survey: &Survey, uses: &Uses) -> Vec<Vec<usize>> {
    let section =
        |own: &Use, target: usize| address::section(&survey.targets[target].key, &survey.labels[own.label].normal);
    let mut sections: FxHashMap<(usize, String), usize> = FxHashMap::default();
    for (number, own) in uses.all.iter().enumerate() {
        for &target in &own.targets {
            sections.entry((own.site, section(own, target))).or_insert(number);
        }
    }
    let parents = |own: &Use| {
        let parent = |&target: &usize| {
            let section = section(own, target);
            address::above(&section).into_iter().find_map(|above| sections.get(&(own.site, above.to_owned())).copied())
        };
        own.targets.iter().filter_map(parent).collect()
    };
    uses.all.iter().map(parents).collect()
}

/// What the pages behind links say by themselves.
struct Seeds<'survey> {
    survey: &'survey Survey,
    uses: &'survey Uses,
    graph: &'survey Graph,
    /// For each section of a site, how many listed pages stand below it.
    below: FxHashMap<(usize, &'survey str), usize>,
    /// The targets that head a row.
    heads: FxHashMap<usize, usize>,
}

impl<'survey> Seeds<'survey> {
    fn of(survey: &'survey Survey, uses: &'survey Uses, graph: &'survey Graph) -> Seeds<'survey> {
        let mut below: FxHashMap<(usize, &str), usize> = FxHashMap::default();
        for target in survey.targets.iter().filter(|target| target.listings > 0) {
            for above in address::above(&target.key) {
                *below.entry((target.site, above)).or_default() += 1;
            }
        }
        let mut heads: FxHashMap<usize, usize> = FxHashMap::default();
        for row in &survey.rows {
            if let Some((_, Some(target))) = row.above {
                let length = heads.entry(target).or_default();
                *length = (*length).max(row.cells.len());
            }
        }
        Seeds { survey, uses, graph, below, heads }
    }

    fn all(&self) -> Vec<f64> {
        (0..self.uses.all.len()).map(|number| self.use_seed(number)).collect()
    }

    fn use_seed(&self, number: usize) -> f64 {
        let own = &self.uses.all[number];
        let label = &self.survey.labels[own.label].normal;
        let scores = own.targets.iter().map(|&target| self.target_seed(target, label));
        let mean = scores.sum::<f64>() / own.targets.len() as f64;
        let place = if self.uses.is_footer(self.survey, number) { FOOTER } else { 0.0 };
        (mean + place).clamp(-1.0, 1.0)
    }

    fn target_seed(&self, number: usize, label: &str) -> f64 {
        let target = &self.survey.targets[number];
        let section = address::section(&target.key, label);
        let below = self.below.get(&(target.site, section.as_str())).copied().unwrap_or_default();
        let mut seed = below as f64 / (below as f64 + HALF_BELOW);
        if self.heads.get(&number).is_some_and(|&length| length > 1) {
            seed += HEADS_ROW;
        }
        if let Some(page) = target.page {
            seed += self.page_seed(page);
        }
        let further = address::words(&target.key).saturating_sub(NAME_WORDS).min(HEADLINE_WORDS);
        seed += HEADLINE_WORD * further as f64;
        if target.host() != self.uses.hosts[target.site] {
            seed += OTHER_HOST;
        }
        seed
    }

    /// What a page that was read is: a section leads to pages of its own, about as many as others of its site.
    fn page_seed(&self, page: usize) -> f64 {
        let children = self.graph.children[page];
        match children {
            0 => return LEADS_NOWHERE,
            1 => return LEADS_TO_ONE,
            _ => {}
        }
        let usual = (self.graph.most[self.survey.pages[page].site] as f64 * USUAL_SHARE).max(LEAST_CHILDREN as f64);
        LEADS_ON * (children as f64 / usual).min(1.0)
    }
}
