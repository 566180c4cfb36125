//! Merges the rows of CSV files and says how right it was: a tool for measuring, not a command for users.
//!
//!     merging generate COUNT SEED people.csv     made-up people; the column `who` is the truth
//!     merging people people.csv [paper]          merges them, and compares with `who`
//!     merging clusters people.csv FILE THREADS   merges them, and writes the cluster of each
//!     merging later people.csv COUNT             merges all but the last so many, then puts those to them
//!     merging folder FOLDER… [paper]             a file for each source, with `id`; `same.csv` has pairs `left,right`
//!     merging small FOLDER…                      many small sets drawn from them and from made-up lists

#[path = "../../../../bench/merging/people.rs"]
mod people;
mod small;

use knowledge::merging::{Base, Individual, Memory, Profile, Purpose, Settings, join, merge, merge_profiles, paper};
use std::collections::HashMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Instant;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let is_paper = words.last().is_some_and(|word| word == "paper");
    let rest = &words[..words.len() - usize::from(is_paper)];
    match rest.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["generate", count, seed, file] => generate(count.parse()?, seed.parse()?, Path::new(file)),
        ["people", file] => {
            let rows = Rows::of_people(Path::new(file))?;
            report("people", &rows, is_paper);
            Ok(())
        }
        ["clusters", file, target, threads] => {
            write_clusters(&Rows::of_people(Path::new(file))?, threads.parse()?, Path::new(target))
        }
        ["later", file, count] => {
            report_later(&Rows::of_people(Path::new(file))?, count.parse()?);
            Ok(())
        }
        ["folder", folders @ ..] => {
            for folder in folders {
                let rows = Rows::of_folder(Path::new(folder))?;
                let name = Path::new(folder).file_name().unwrap_or_default().to_string_lossy().into_owned();
                report(&name, &rows, is_paper);
            }
            Ok(())
        }
        ["small", folders @ ..] => {
            let mut pools = small::Pool::made_up();
            for folder in folders {
                let name = Path::new(folder).file_name().unwrap_or_default().to_string_lossy().into_owned();
                pools.push(small::Pool::of_rows(&name, Rows::of_folder(Path::new(folder))?));
            }
            small::report(&pools);
            Ok(())
        }
        _ => Err("generate COUNT SEED FILE, people FILE [paper], folder FOLDER… [paper], or small FOLDER…".into()),
    }
}

fn generate(count: usize, seed: u64, file: &Path) -> Outcome<()> {
    let mut writer = csv::Writer::from_path(file)?;
    writer.write_record(["id", "who"].iter().chain(&people::FIELDS))?;
    for (id, person) in people::people(count, seed).into_iter().enumerate() {
        let start = [id.to_string(), person.who.to_string()];
        writer.write_record(start.iter().chain(&person.fields))?;
    }
    Ok(writer.flush()?)
}

fn write_clusters(rows: &Rows, threads: usize, file: &Path) -> Outcome<()> {
    let texts = rows.texts();
    let individuals: Vec<Individual<'_>> = texts.iter().map(|values| Individual { source: 0, values }).collect();
    let merged = merge(&individuals, &Settings { threads, ..Settings::default() });
    let mut writer = csv::Writer::from_path(file)?;
    writer.write_record(["id", "cluster"])?;
    for members in &merged.clusters {
        for member in members {
            writer.write_record([member.to_string(), members[0].to_string()])?;
        }
    }
    Ok(writer.flush()?)
}

/// Individuals and the truth about them.
#[derive(Default)]
struct Rows {
    values: Vec<Vec<(u16, String)>>,
    sources: Vec<u32>,
    /// By individual, which thing it is.
    things: Vec<usize>,
}

impl Rows {
    fn of_people(file: &Path) -> Outcome<Rows> {
        let mut rows = Rows::default();
        for row in csv::Reader::from_path(file)?.records() {
            let row = row?;
            rows.things.push(row[1].parse()?);
            rows.sources.push(0);
            let values = row.iter().skip(2).enumerate().filter(|(_, value)| !value.is_empty());
            rows.values.push(values.map(|(at, value)| (at as u16, value.to_owned())).collect());
        }
        Ok(rows)
    }

    fn of_folder(folder: &Path) -> Outcome<Rows> {
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Outcome<_>>()?;
        files.retain(|file| {
            file.extension().is_some_and(|end| end == "csv") && file.file_stem().is_some_and(|s| s != "same")
        });
        files.sort();
        let (mut rows, mut ids, mut names) = (Rows::default(), HashMap::new(), Vec::<String>::new());
        for (source, file) in files.iter().enumerate() {
            let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let mut reader = csv::Reader::from_path(file)?;
            let header = reader.headers()?.clone();
            for row in reader.records() {
                let row = row?;
                let mut values = Vec::new();
                for (name, value) in header.iter().zip(row.iter()) {
                    if name == "id" {
                        ids.insert(format!("{stem}:{value}"), rows.values.len());
                        continue;
                    }
                    let known = names.iter().position(|known| known == name);
                    let property = known.unwrap_or(names.len());
                    if known.is_none() {
                        names.push(name.to_owned());
                    }
                    if !value.is_empty() {
                        values.push((property as u16, value.to_owned()));
                    }
                }
                rows.sources.push(source as u32);
                rows.values.push(values);
            }
        }
        rows.things = (0..rows.values.len()).collect();
        for row in csv::Reader::from_path(folder.join("same.csv"))?.records() {
            let row = row?;
            let at = |cell: &str| ids.get(cell).copied().ok_or_else(|| format!("no {cell}"));
            let (left, right) = (root(&mut rows.things, at(&row[0])?), root(&mut rows.things, at(&row[1])?));
            rows.things[left] = right;
        }
        for id in 0..rows.things.len() {
            rows.things[id] = root(&mut rows.things, id);
        }
        Ok(rows)
    }
}

impl Rows {
    fn texts(&self) -> Vec<Vec<(u16, &str)>> {
        self.values.iter().map(|values| values.iter().map(|(at, text)| (*at, text.as_str())).collect()).collect()
    }
}

fn root(parents: &mut [usize], mut id: usize) -> usize {
    while parents[id] != id {
        parents[id] = parents[parents[id]];
        id = parents[id];
    }
    id
}

fn report_later(rows: &Rows, count: usize) {
    let texts = rows.texts();
    let profile = |values: &Vec<(u16, &str)>| Profile::new(&Individual { source: 0, values }, 0);
    let (stored, new) = texts.split_at(texts.len().saturating_sub(count));
    let merged = merge_profiles(stored.iter().map(profile).collect(), &Settings::default(), &job::Cancel::default())
        .unwrap_or_default();
    let statistics = &merged.learnt.statistics;
    let mut memory = Memory::new(stored.iter().map(profile).collect(), statistics, Purpose::Growing, 2);
    memory.set_clusters(&merged.clusters);
    let began = Instant::now();
    let new: Vec<u32> = new.iter().map(|values| memory.add(profile(values), statistics)).collect();
    let joined = join(&memory, &merged.learnt, &new);
    let seconds = began.elapsed().as_secs_f64();
    memory.set_clusters(&joined.into_iter().map(|joined| joined.members).collect::<Vec<_>>());
    let mut clusters: Vec<Vec<u32>> =
        (0..texts.len() as u32).filter(|&id| memory.cluster(id) == id).map(|id| memory.members(id)).collect();
    clusters.retain(|members| members.len() > 1);
    score("later", rows, &clusters, merged.learnt.threshold, seconds);
}

fn report(name: &str, rows: &Rows, is_paper: bool) {
    let texts = rows.texts();
    let individuals = || texts.iter().zip(&rows.sources).map(|(values, &source)| Individual { source, values });
    let began = Instant::now();
    let (clusters, threshold) = if is_paper {
        (paper::merge_as_published(&individuals().collect::<Vec<_>>(), paper::SIMILAR).unwrap_or_default(), 0.75)
    } else {
        let profiles = individuals().map(|individual| Profile::new(&individual, 0)).collect();
        let merged = merge_profiles(profiles, &Settings::default(), &job::Cancel::default()).unwrap_or_default();
        (merged.clusters, merged.learnt.threshold)
    };
    score(name, rows, &clusters, threshold, began.elapsed().as_secs_f64());
}

fn score(name: &str, rows: &Rows, clusters: &[Vec<u32>], threshold: f32, seconds: f64) {
    let mut cluster: Vec<usize> = (0..rows.things.len()).collect();
    for members in clusters {
        members.iter().for_each(|&member| cluster[member as usize] = members[0] as usize);
    }
    let [gold, found, both] = [
        pairs(rows, |id| (rows.things[id], 0)),
        pairs(rows, |id| (cluster[id], 0)),
        pairs(rows, |id| (rows.things[id], cluster[id])),
    ];
    let (precision, recall) = (both / found.max(1.0), both / gold.max(1.0));
    let f1 = 2.0 * precision * recall / (precision + recall).max(1e-9);
    println!(
        "{name:18} f1 {f1:.4}  precision {precision:.4}  recall {recall:.4}  threshold {threshold:5.2}  {seconds:.2} s"
    );
}

/// The pairs that have the same label; if there are several sources, those across them.
fn pairs(rows: &Rows, label: impl Fn(usize) -> (usize, usize)) -> f64 {
    let has_several = rows.sources.iter().any(|source| *source != rows.sources[0]);
    let mut groups: HashMap<(usize, usize), HashMap<u32, f64>> = HashMap::new();
    for id in 0..rows.things.len() {
        *groups.entry(label(id)).or_default().entry(rows.sources[id]).or_default() += 1.0;
    }
    let of_group = |sources: &HashMap<u32, f64>| {
        let all: f64 = sources.values().sum();
        let apart: f64 = if has_several { sources.values().map(|count| count * count).sum() } else { all };
        (all * all - apart) / 2.0
    };
    groups.values().map(of_group).sum()
}
