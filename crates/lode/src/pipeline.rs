//! The order of the stages, and the only place that knows it; for those that look at one page, 2 to 8, it is spelt out
//! in `parts.rs`.
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
//! Without one, over the sites of a domain (`Mining::run`, by the steps in `mining`):
//!
//! 14. homes on the web are fetched, led by the concepts that are found on the way (`fetch::crawl`)
//! 15. all pages are looked at: menus, links, kinds of places
//! 16. the concepts that the sites share are mined from the menus, with their tree (`knowledge::taxonomy`)
//! 17. the pages behind concepts list instances; what lists and the instances' own pages tell is learnt by template
//!     (`knowledge::instances`), once by each alone and once with the labels that others have
//!     taught; what sites call differently is joined
//! 18. all pages are read by that, and what they tell becomes individuals and statements, with the terms
//!     (`knowledge::mined`)

use job::{Ended, Event, Job, Next, Remark, Stage};
use knowledge::taxonomy::{Survey, Taxonomy};
use page::Fingerprint;
use store::LongWork;

use crate::kb;
use crate::mining::{self, Expansion, MineError, Mined, Mining, Seen, Site, SiteLook, SitePlan, Supply};

impl Mining<'_> {
    /// Stages 14 to 18: from sites of a domain to its concepts and their instances. `supply` brings further pages of
    /// sites on the web, if they may be fetched at all. What was committed before the work is stopped stays, and the
    /// same mining goes on from there.
    ///
    /// # Errors
    ///
    /// If the knowledge base cannot be written, or there is nothing to mine.
    pub fn run(self, supply: Option<&mut dyn Supply>, job: &Job<'_>) -> Result<Ended<Mined>, MineError> {
        let Mining { base, mut sites, taxonomy: mut config, depth, method } = self;
        let stopped = || Ok(Ended::Stopped { so_far: Mined::default(), next: Next::GoesOn });
        // One mining is under way at a time. Whether it can be written is known before anything is fetched; the right
        // to is held only to write.
        let _claim = base.claim(LongWork::Mining)?;
        kb::can_be_written(base)?;
        config.support = config.support.min(sites.len());
        // 14. What is on the web; what could not be had is left out.
        let are_fetched = supply.is_some();
        if let Some(supply) = supply {
            job.stage(Stage::Fetch, None);
            let expansion = Expansion { taxonomy: &config, depth };
            if expansion.run(&mut sites, supply, job).is_break() {
                return stopped();
            }
        }
        let none_left = MineError::of_none(&sites, are_fetched);
        mining::leave_out_empty(&mut sites, are_fetched, job);
        if sites.is_empty() {
            return Err(none_left);
        }
        config.support = config.support.min(sites.len());
        // 15. A look at all pages.
        let mut survey = Survey::default();
        let mut digest = Fingerprint::new();
        let mut looks: Vec<SiteLook> = Vec::new();
        for (number, site) in sites.iter().enumerate() {
            let mut seen = Seen::default();
            seen.look(site, number, &mut survey, |name, result| {
                job.tell(Event::page(name, result.err()));
                job.goes_on()
            });
            if !seen.has_home(site) {
                survey.set_heap(number);
            }
            digest.text(&site.name).number(seen.digest);
            looks.push(seen.whole(site));
        }
        if job.is_cancelled() {
            return stopped();
        }
        // 16. The concepts that the sites share.
        let taxonomy = Taxonomy::mine(&survey, &config);
        drop(survey);
        job.tell(Event::Remark(Remark::Concepts(taxonomy.concepts.len() as u64)));
        let terms = mining::Terms::new(&taxonomy, &looks);
        // 17. What the pages of each site are, and how they are read.
        let mut planned: Vec<(Site, SitePlan)> = Vec::new();
        for (number, (site, look)) in sites.into_iter().zip(looks).enumerate() {
            if job.is_cancelled() {
                return stopped();
            }
            let plan = SitePlan::learn(method, &site, number, look, &taxonomy);
            planned.push((site, plan));
        }
        mining::learn_from_each_other(&mut planned);
        let joined = mining::Joined::of(&planned, &terms);
        // 18. All pages are read by that.
        digest.text(&format!("{config:?} {method:?}")).text(env!("CARGO_PKG_VERSION"));
        let reading =
            mining::Reading { base, taxonomy: &taxonomy, terms: &terms, joined: &joined, digest: digest.finish() };
        let (sites, concepts, cut) = (planned.len(), taxonomy.concepts.len(), mining::cut_pairs(&taxonomy));
        Ok(reading.run(&planned, job)?.map(|mined| Mined { sites, concepts, cut, ..mined }))
    }
}
