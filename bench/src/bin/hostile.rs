//! Runs the hostile pages at full size, each in a process of its own, and prints seconds per megabyte and the peak
//! of memory. The bars: a second per megabyte in making the page and in each thing made of it, but six for the label
//! tree of a quarter of a million nodes; 512 MB; no abort.
//! Memory is only known on Linux.
//!
//! Usage: `hostile [megabytes] [part of a name]`

#[path = "../../../crates/page/tests/hostile/pages.rs"]
mod pages;

use std::hint::black_box;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use analysis::declared::declared;
use analysis::regions::{self, regions};
use analysis::{Content, hierarchy, segments, tables};
use layout::Estimate;
use page::{Capture, LayoutEngine as _, NodeKind, Page, visible_text};

const MAX_SECONDS_PER_MB: f64 = 1.0;
const MAX_LABEL_SECONDS_PER_MB: f64 = 6.0;
const MAX_PEAK_MB: f64 = 512.0;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, name, size] = arguments.as_slice()
        && flag == "--one"
    {
        return run_one(name, size.parse().unwrap_or(1 << 20));
    }
    let megabytes: usize = arguments.first().and_then(|number| number.parse().ok()).unwrap_or(5);
    let part = arguments.get(1).map(String::as_str).unwrap_or_default();
    println!("{:<44} {:>9} {:>9} {:>9} {:>9}  of which s/MB", "page", "all s/MB", "peak MB", "nodes", "depth");
    let mut violations = 0;
    for (name, _) in pages::GENERATORS.iter().filter(|(name, _)| name.contains(part)) {
        violations += usize::from(!run_in_child(name, megabytes << 20));
    }
    println!("{violations} pages over the bars");
    if violations == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs one page in a child; says whether it kept to the bars.
fn run_in_child(name: &str, size: usize) -> bool {
    let output = std::env::current_exe()
        .and_then(|program| Command::new(program).args(["--one", name, &size.to_string()]).output());
    let Ok(output) = output else { return false };
    print!("{}", String::from_utf8_lossy(&output.stdout));
    if !output.status.success() {
        println!("{name:<44} {} {}", output.status, String::from_utf8_lossy(&output.stderr));
    }
    output.status.success()
}

fn run_one(name: &str, size: usize) -> ExitCode {
    let Some((_, generator)) = pages::GENERATORS.iter().find(|(known, _)| *known == name) else {
        return ExitCode::FAILURE;
    };
    let bytes = generator(size);
    let megabytes = bytes.len() as f64 / (1 << 20) as f64;
    let per_megabyte = |time: Duration| time.as_secs_f64() / megabytes;
    let start = Instant::now();
    let mut page = Page::new(Capture::new(name, bytes));
    let parse = per_megabyte(start.elapsed());
    let peak = peak_megabytes();
    // Engines have bounds of their own; what is measured here is what is made of any layout.
    page.layout = Estimate.lay_out(&page).ok();

    let tree = &page.tree;
    let mut steps = Vec::new();
    let mut time = |label: &str, step: &mut dyn FnMut()| {
        let start = Instant::now();
        step();
        steps.push((label.to_owned(), per_megabyte(start.elapsed())));
    };
    let content = Content::of(&page);
    let (mut found, mut cuts) = (Vec::new(), Vec::new());
    time("tables", &mut || found = tables::tables(&page, &tables::Config::default()));
    time("segments", &mut || cuts = segments::segments(&content, &found, &segments::Config::default()));
    time("labels", &mut || {
        drop(black_box(hierarchy::hierarchy(&content, &cuts, &found, &hierarchy::Method::default())));
    });
    time("records", &mut || drop(black_box(regions(&content, &found, regions::Method::Best))));
    time("emine", &mut || drop(black_box(regions(&content, &found, regions::Method::Emine))));
    time("mdr", &mut || drop(black_box(regions(&content, &found, regions::Method::Mdr))));
    time("declared", &mut || drop(black_box(declared(&page))));
    time("leaves", &mut || drop(black_box(page.leaves())));
    time("text", &mut || drop(black_box(visible_text(tree, tree.root()))));
    time("xhtml", &mut || drop(black_box(tree.to_xhtml())));
    time("ids", &mut || drop(black_box(tree.to_html_with_ids())));
    time("find", &mut || {
        // The text of a path is as long as the node is deep, so that only some of them are made.
        let some = tree.nodes().step_by(tree.len() / 10_000 + 1);
        for id in some.filter(|&id| tree.kind(id) != NodeKind::TemplateContent) {
            assert_eq!(tree.find(&tree.path(id)), Ok(id));
        }
    });
    time("lca", &mut || {
        for id in tree.nodes() {
            let other = page::NodeId::from_index(id.index() * 7919 % tree.len());
            black_box(tree.lca(id, other));
        }
    });
    time("last", &mut || tree.nodes().for_each(|id| _ = black_box(tree.last_child(id))));

    let depth = tree.nodes().map(|id| tree.depth(id)).max().unwrap_or_default();
    let total = parse + steps.iter().map(|(_, seconds)| seconds).sum::<f64>();
    let slow: Vec<String> =
        steps.iter().filter(|(_, seconds)| *seconds > 0.1).map(|(label, s)| format!("{label} {s:.2}")).collect();
    let is_slow = |label: &str, seconds: f64| match label {
        "labels" => seconds > MAX_LABEL_SECONDS_PER_MB,
        _ => seconds > MAX_SECONDS_PER_MB,
    };
    let is_any_slow = is_slow("parse", parse) || steps.iter().any(|(label, seconds)| is_slow(label, *seconds));
    let is_over = is_any_slow || peak > MAX_PEAK_MB || tree.len() > page::tree::MAX_NODES;
    println!(
        "{name:<44} {total:>9.3} {peak:>9.0} {:>9} {depth:>9}  parse {parse:.3} {}{}",
        tree.len(),
        slow.join(" "),
        if is_over { "  OVER" } else { "" }
    );
    if is_over { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// The most memory this process has held.
fn peak_megabytes() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes: f64 = peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse().ok()).unwrap_or_default();
    kilobytes / 1024.0
}
