//! `lode demo`: the main job on made-up sites, from pages to answers.

use std::fmt::Write as _;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::time::Instant;

use example_sites::{Domain, generate};
use lode::job::{Ended, Job};
use lode::kb::{Question, Wish, best_known, tree_text};
use lode::mining::{Method, Mined, Mining, Site, TaxonomyConfig};
use lode::store::sparql::Limits;
use lode::store::{KnowledgeBase, MergeMethod, MergeReport, Snapshot};
use lode::{Input, clipped, printable};

use super::quoted;
use crate::exit::{Diagnostic, Exit};
use crate::output::Output;
use crate::printer::Printer;

/// The sites are drawn from this number; the project has the same in `examples/travel`.
const SEED: u64 = 30;
/// The sites.
const SITES: [&str; 4] = ["a", "b", "c", "d"];
/// Properties of the sample that are shown.
const SHOWN_PROPERTIES: usize = 12;
/// Answers to each question that are shown.
const SHOWN_ANSWERS: usize = 4;
/// What is asked: class, wish, and the same in words.
const QUESTIONS: [(&str, &str, &str); 3] = [
    ("Hotels", "amenities~breakfast", "Which hotels have a breakfast room?"),
    ("Nightlife", "guests>500", "Where is room for more than 500 guests at night?"),
    ("Nightlife", "music=jazz", "Where is jazz played?"),
];

pub(super) fn run(folder: &Path, printer: &Printer) -> Result<Exit, Diagnostic> {
    let begin = Instant::now();
    let stage = Stage { folder };
    let (sites, kb) = (stage.sites(), stage.kb());
    stage.set()?;
    let base = KnowledgeBase::open_or_create(&kb)?;
    let mined = mine(&base, &sites)?;
    let merged = base.merge(MergeMethod::Best, &Job::unwatched())?.into_inner();
    let snapshot = base.read()?;
    stage.leave(snapshot.commit())?;
    let mut text = String::from(
        "Lode turns websites into a knowledge base. This demo mines four made-up sites about a town: one made of\n\
         tables, one of cards, one of plain lists, one built by a script. Nobody tells it what they are about.\n\n",
    );
    let _ = writeln!(text, "{}", summary(&mined, &merged, begin.elapsed().as_secs_f64()));
    text.push_str(&tree_text(&snapshot.concepts()?));
    text.push_str(&sample(&snapshot)?);
    text.push_str(&answers(&base)?);
    text.push_str(&next_steps(&sites, &kb));
    let mut output = Output::open(None)?;
    output.write(&printable(&text)).or_else(Output::ignore_closed_pipe)?;
    output.finish()?;
    printer.say(&format!("The sites are in {}; open one of their pages in a browser.", sites.display()));
    Ok(Exit::Done)
}

/// The file that tells a folder of the demo from others, and what of it the demo has made.
const MARK: &str = ".lode-demo";
const MARK_HEAD: &str = "Made by `lode demo`, which makes what is named here anew when it is run again.";

/// A folder that the demo has made, or is about to make.
struct Stage<'a> {
    folder: &'a Path,
}

impl Stage<'_> {
    fn sites(&self) -> PathBuf {
        self.folder.join("sites")
    }

    fn kb(&self) -> PathBuf {
        self.folder.join("kb")
    }

    /// Writes the sites, in the place of those of an earlier demo. Nothing is removed but what that has made.
    fn set(&self) -> Result<(), Diagnostic> {
        self.clear()?;
        let files = generate(Domain::Travel, SEED);
        let paths: Vec<String> = files.iter().map(|file| format!("sites/{}", file.path)).collect();
        // The mark first: whoever is stopped half-way has still made it.
        self.mark(0, &paths)?;
        for (file, path) in files.into_iter().zip(&paths) {
            let path = self.folder.join(path);
            path.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed(&path))?;
            fs::write(&path, file.text).map_err(failed(&path))?;
        }
        Ok(())
    }

    /// Notes how far the knowledge base has come: what somebody adds later is theirs.
    fn leave(&self, commit: i64) -> Result<(), Diagnostic> {
        let (_, paths) = self.marked()?.unwrap_or_default();
        self.mark(commit, &paths)
    }

    /// Removes what an earlier demo has made, unless there is anything else.
    fn clear(&self) -> Result<(), Diagnostic> {
        let is_empty = !self.folder.exists() || fs::read_dir(self.folder).is_ok_and(|mut all| all.next().is_none());
        if is_empty {
            return fs::create_dir_all(self.folder).map_err(failed(self.folder));
        }
        let refused = |what: String| Err(Diagnostic::new(what).with_hint("name another folder after -o"));
        let Some((commit, paths)) = self.marked()? else {
            return refused(format!("{} holds something else than an earlier demo", self.folder.display()));
        };
        let kb = self.kb();
        // One that was stopped half-way is gone on with.
        if commit != 0 && kb.exists() {
            let now = KnowledgeBase::open(&kb)?.read()?.commit();
            if now != commit {
                return refused(format!("{} was changed since an earlier demo made it", kb.display()));
            }
            fs::remove_dir_all(&kb).map_err(failed(&kb))?;
        }
        for path in paths.iter().map(|path| self.folder.join(path)).filter(|path| path.is_file()) {
            fs::remove_file(&path).map_err(failed(&path))?;
        }
        Ok(())
    }

    /// The last commit of the knowledge base, and the files, as the mark names them.
    fn marked(&self) -> Result<Option<(i64, Vec<String>)>, Diagnostic> {
        let path = self.folder.join(MARK);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Diagnostic::new(format!("{} cannot be read: {error}", path.display()))),
        };
        let mut lines = text.lines();
        let commit = lines.nth(1).and_then(|line| line.strip_prefix("commit ")?.parse().ok());
        let is_below = |path: &&str| Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
        Ok(commit.map(|commit| (commit, lines.filter(is_below).map(str::to_owned).collect())))
    }

    fn mark(&self, commit: i64, paths: &[String]) -> Result<(), Diagnostic> {
        let path = self.folder.join(MARK);
        fs::write(&path, format!("{MARK_HEAD}\ncommit {commit}\n{}\n", paths.join("\n"))).map_err(failed(&path))
    }
}

fn failed(path: &Path) -> impl Fn(std::io::Error) -> Diagnostic {
    let path = path.display().to_string();
    move |cause| Diagnostic::new(format!("{path} cannot be written: {cause}"))
}

fn mine(base: &KnowledgeBase, sites: &Path) -> Result<Mined, Diagnostic> {
    let site = |name: &&str| {
        let path = sites.join(name);
        Site::new(&path.display().to_string(), Input::Folder(path))
    };
    let sites: Vec<Site> = SITES.iter().map(site).collect();
    let mining = Mining { base, sites, taxonomy: TaxonomyConfig::default(), depth: None, method: Method::Best };
    mining.run(None, &Job::unwatched()).map(Ended::into_inner).map_err(Diagnostic::new)
}

fn summary(mined: &Mined, merged: &MergeReport, seconds: f64) -> String {
    format!(
        "{} pages of {} sites in {seconds:.1} s: {} concepts, {} instances with {} values; {} of them are {} things\n",
        mined.pages,
        SITES.len(),
        mined.concepts,
        mined.instances,
        mined.values,
        merged.members,
        merged.clusters
    )
}

/// Something that several sites tell of, with what each says.
fn sample(snapshot: &Snapshot) -> Result<String, Diagnostic> {
    let Some(portrait) = best_known(snapshot)? else { return Ok(String::new()) };
    let name = portrait.label.as_deref().unwrap_or_default();
    let mut text = format!("\n{name}  (told of by {} sites)\n", portrait.individuals);
    for property in portrait.told.iter().take(SHOWN_PROPERTIES) {
        for (number, (said, pages)) in property.values.iter().enumerate() {
            let shown = if number == 0 { property.name.as_str() } else { "" };
            let more = if pages.len() > 1 { format!(" and {} more", pages.len() - 1) } else { String::new() };
            let both = if number == 1 && property.is_disputed() { "   ← they differ; both are kept" } else { "" };
            let _ = writeln!(
                text,
                "  {:<24} {:<32} {}{more}{both}",
                clipped(shown, 24),
                clipped(said, 30),
                pages.first().map(String::as_str).unwrap_or_default()
            );
        }
    }
    if portrait.told.len() > SHOWN_PROPERTIES {
        let _ = writeln!(text, "  … {} more properties", portrait.told.len() - SHOWN_PROPERTIES);
    }
    Ok(text)
}

fn answers(base: &KnowledgeBase) -> Result<String, Diagnostic> {
    let mut text = String::from("\nQuestions\n");
    for (class, wish, words) in QUESTIONS {
        let question = Question { class: Some(class.to_owned()), wishes: Wish::parse(wish).into_iter().collect() };
        // A question whose words no site uses has no answer, and is left out.
        let Ok(found) = question.ask(base, Limits::default()) else { continue };
        let names: Vec<String> = found.iter().filter_map(|found| found.label.clone()).collect();
        let shown: Vec<&str> = names.iter().take(SHOWN_ANSWERS).map(String::as_str).collect();
        let more =
            if names.len() > shown.len() { format!(" and {} more", names.len() - shown.len()) } else { String::new() };
        let _ = writeln!(
            text,
            "  {words}\n    → {}{more}\n      lode kb ask KB --class {class} --where '{wish}'",
            shown.join(", ")
        );
    }
    Ok(text)
}

fn next_steps(sites: &Path, kb: &Path) -> String {
    let (kb, page) = (quoted(&kb.display().to_string()), sites.join("a/index.html"));
    let page = quoted(&page.display().to_string());
    format!(
        "\nThe knowledge base is {kb}. Try:\n  \
         lode instances {kb} --concept Hotels          everything that is known of them, with sources\n  \
         lode kb query {kb} 'SELECT ?c (COUNT(?x) AS ?n) {{ ?x a ?c }} GROUP BY ?c'\n  \
         lode taxonomy {kb} --format svg -o tree.svg    the tree as a picture\n  \
         lode kb export {kb} --format ttl              concepts, classes and properties for other tools\n  \
         lode show {page} --format svg -o page.svg     how one page is read\n  \
         lode mine SITE SITE … -o KB                   the same for sites of your own\n"
    )
}
