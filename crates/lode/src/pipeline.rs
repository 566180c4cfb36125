//! The order of the stages, and the only place that knows it.
//!
//! 1. an input is read into captures (`fetch`)
//! 2. a capture becomes a page: text, tree, notes (`page`)
//! 3. the stylesheets saved with it are found (`fetch`)
//! 4. it is laid out (`layout`, or a browser)
//! 5. its tables are found (`analysis::tables`)
//! 6. it is cut into segments (`analysis::segments`)
//! 7. its texts become a tree of labels (`analysis::hierarchy`)
//! 8. its lists and their records are found (`analysis::regions`), and what it declares is read (`analysis::declared`)
//!
//! From many pages of a layout:
//!
//! 9. they are sorted by template (`analysis::wrappers`); of each template a few pages go through stages 3, 4, 5 and 8,
//!    which tells lists from pages about one thing
//! 10. what varies is found, and mapped to the ontology (`knowledge::mapping`), which gives a wrapper (`wrapping`)
//! 11. a wrapper reads pages, which need only stages 1 and 2
//!
//! With a known ontology:
//!
//! 12. what pages list beside their subject is found and learnt, then the subject (`knowledge::population`,
//!     `populating`)
//! 13. a page is read by its template's plan, and what was found becomes individuals and statements
//!
//! Without one, over the sites of a domain ([`mine`], in `mining`):
//!
//! 14. homes on the web are fetched, led by the concepts that are found on the way (`fetch::crawl`)
//! 15. all pages are looked at: menus, links, kinds of places
//! 16. the concepts that the sites share are mined from the menus, with their tree (`knowledge::taxonomy`)
//! 17. the pages behind concepts list instances; what lists and the instances' own pages tell is learnt by template
//!     (`knowledge::instances`), once by each alone and once with the labels that others have
//!     taught; what sites call differently is joined
//! 18. all pages are read by that, and what they tell becomes individuals and statements, with the terms
//!     (`knowledge::mined`)

use std::cell::OnceCell;
use std::hash::{Hash, Hasher};
use std::ops::{ControlFlow, Range};

use analysis::Content;
use analysis::declared::{Declared, declared_with_notes};
use analysis::hierarchy::{self, LabelNode, hierarchy};
use analysis::regions::{self, Region, regions};
use analysis::segments::{self, segments};
use analysis::tables::{self, Table, tables};
use analysis::wrappers::records::RecordPlace;
use fetch::source::{Captured, load_stylesheets};
use knowledge::taxonomy::{Survey, Taxonomy};
use page::Page;
use rustc_hash::FxHasher;

use crate::engine::StartedEngine;
use crate::mining::{self, Expansion, MineError, Mined, Mining, Seen, Site, SiteLook, SitePlan, Step, Supply, Tell};
use crate::pages::PageError;

/// Stages 2 to 4 for one page; without an engine, and unless its stylesheets are asked for, stage 2 alone.
pub(crate) fn make_page(
    captured: Captured,
    engine: Option<&StartedEngine>,
    has_stylesheets: bool,
) -> Result<Page, PageError> {
    let Captured { capture, origin } = captured;
    let mut page = Page::new(capture);
    if let Some(kind) = page.foreign_format() {
        return Err(PageError::NotHtml(kind));
    }
    if engine.is_some() || has_stylesheets {
        load_stylesheets(&mut page, &origin);
    }
    if let Some(engine) = engine {
        engine.lay_out(&mut page);
    }
    Ok(page)
}

/// How pages are taken apart.
#[derive(Clone, Debug, Default)]
pub struct Methods {
    /// How tables are found and read.
    pub tables: tables::Config,
    /// How a page is cut.
    pub segments: segments::Config,
    /// How texts get their labels.
    pub hierarchy: hierarchy::Config,
    /// How lists and records are found.
    pub regions: regions::Method,
}

impl Methods {
    /// The published algorithms.
    pub fn paper() -> Methods {
        Methods {
            tables: tables::Config { method: tables::Method::Paper, ..tables::Config::default() },
            segments: segments::Config { method: segments::Method::Paper, ..segments::Config::default() },
            hierarchy: hierarchy::Config::paper(),
            regions: regions::Method::Emine,
        }
    }
}

/// What a page is made of.
#[derive(Debug)]
pub struct Parts<'page> {
    /// Its leaves, in which the segments count.
    pub content: Content<'page>,
    /// Its tables, layout tables too, in order.
    pub tables: Vec<Table>,
    /// Its segments, in order; they cover all leaves.
    pub segments: Vec<Range<usize>>,
    labels: OnceCell<LabelNode>,
    regions: OnceCell<Vec<Region>>,
    declared: OnceCell<Declared>,
    methods: Methods,
}

impl<'page> Parts<'page> {
    /// Takes a page apart: stages 5 and 6, and stages 7 and 8 when they are asked for.
    pub fn of(page: &'page Page, methods: &Methods) -> Parts<'page> {
        let content = Content::of(page);
        let tables = tables(page, &methods.tables);
        let segments = segments(&content, &tables, &methods.segments);
        Parts {
            content,
            tables,
            segments,
            labels: OnceCell::new(),
            regions: OnceCell::new(),
            declared: OnceCell::new(),
            methods: methods.clone(),
        }
    }

    /// Which of its texts is the label of which.
    pub fn labels(&self) -> &LabelNode {
        self.labels.get_or_init(|| hierarchy(&self.content, &self.segments, &self.tables, &self.methods.hierarchy))
    }

    /// Its lists with their records, the main one first.
    pub fn regions(&self) -> &[Region] {
        self.regions.get_or_init(|| regions(&self.content, &self.tables, self.methods.regions))
    }

    /// What it declares about itself for machines.
    pub fn declared(&self) -> &Declared {
        self.declared.get_or_init(|| declared_with_notes(self.content.page))
    }
}

/// Stages 4, 5 and 8 for a page of a template whose pages are otherwise not laid out: its lists, the main one first,
/// with how sure each is. A list whose records stand in places of several kinds has no place.
pub(crate) fn lists_of(page: &mut Page, engine: &StartedEngine) -> Vec<(Option<RecordPlace>, f64)> {
    engine.lay_out(page);
    let parts = Parts::of(page, &Methods::default());
    let place = |region: &Region| RecordPlace::of(&page.tree, region).filter(|_| region.records.len() >= LEAST_RECORDS);
    let found = parts.regions().iter().map(|region| (place(region), region.score)).collect();
    // Wrappers read pages without a layout, and a layout changes what counts as hidden.
    page.layout = None;
    found
}

/// Two of a kind are no list.
const LEAST_RECORDS: usize = 3;

/// Stages 14 to 18: from sites of a domain to its concepts and their instances.
pub(crate) fn mine(
    mining: Mining<'_>,
    supply: Option<&mut dyn Supply>,
    tell: &mut Tell<'_>,
) -> Result<Mined, MineError> {
    let Mining { base, mut sites, taxonomy: mut config, depth, method } = mining;
    let before_reading =
        |goes_on: ControlFlow<()>| if goes_on.is_break() { Err(MineError::Stopped(0)) } else { Ok(()) };
    // Who may write is known before anything is fetched or read.
    let mut writer = base.write()?;
    config.support = config.support.min(sites.len());
    // 14. What is on the web; what could not be had is left out.
    if let Some(supply) = supply {
        let expansion = Expansion { taxonomy: &config, depth };
        expansion.run(&mut sites, supply).break_value().map_or(Ok(()), |()| Err(MineError::StoppedFetching))?;
    }
    before_reading(mining::leave_out_empty(&mut sites, tell))?;
    if sites.is_empty() {
        return Err(MineError::NoSites);
    }
    config.support = config.support.min(sites.len());
    // 15. A look at all pages.
    let mut survey = Survey::default();
    let mut digest = FxHasher::default();
    let mut looks: Vec<SiteLook> = Vec::new();
    for (number, site) in sites.iter().enumerate() {
        let mut goes_on = ControlFlow::Continue(());
        let mut seen = Seen::default();
        seen.look(site, number, &mut survey, |name, result| {
            goes_on = tell(Step::Looked(name, result));
            goes_on
        });
        before_reading(goes_on)?;
        if !seen.has_home(site) {
            survey.set_heap(number);
        }
        (&site.name, seen.digest).hash(&mut digest);
        looks.push(seen.whole(site));
    }
    // 16. The concepts that the sites share.
    let taxonomy = Taxonomy::mine(&survey, &config);
    drop(survey);
    before_reading(tell(Step::Concepts(taxonomy.concepts.len())))?;
    let terms = mining::Terms::new(&taxonomy, &looks);
    // 17. What the pages of each site are, and how they are read.
    let mut planned: Vec<(Site, SitePlan)> = Vec::new();
    for (number, (site, look)) in sites.into_iter().zip(looks).enumerate() {
        let plan = SitePlan::learn(method, &site, number, look, &taxonomy);
        before_reading(tell(Step::Learnt(&site.name)))?;
        planned.push((site, plan));
    }
    mining::learn_from_each_other(&mut planned);
    let joined = mining::Joined::of(&planned, &terms);
    // 18. All pages are read by that.
    (format!("{config:?} {method:?}"), env!("CARGO_PKG_VERSION")).hash(&mut digest);
    let reading =
        mining::Reading { base, taxonomy: &taxonomy, terms: &terms, joined: &joined, digest: digest.finish() };
    let mined = reading.run(&mut writer, &planned, tell)?;
    Ok(Mined { sites: planned.len(), concepts: taxonomy.concepts.len(), cut: mining::cut_pairs(&taxonomy), ..mined })
}
