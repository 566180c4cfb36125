//! `example-sites`: writes example sites, or scores what was mined from them.

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use example_sites::{Domain, Gold, generate, score};

const USAGE: &str = "usage: example-sites --domain travel|books --seed N -o DIR
       example-sites --score DIR TAXONOMY.jsonl INSTANCES.jsonl";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["--domain", domain, "--seed", seed, "-o", folder] => write(domain, seed, Path::new(folder)),
        ["--score", folder, taxonomy, instances] => report(Path::new(folder), taxonomy, instances),
        _ => Err(USAGE.into()),
    };
    if let Err(error) = done {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn write(domain: &str, seed: &str, folder: &Path) -> Result<(), Box<dyn Error>> {
    let domain = Domain::named(domain).ok_or(USAGE)?;
    let files = generate(domain, seed.parse()?);
    for file in &files {
        let path = folder.join(&file.path);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(path, &file.text)?;
    }
    println!("{} files in {}", files.len(), folder.display());
    Ok(())
}

fn report(folder: &Path, taxonomy: &str, instances: &str) -> Result<(), Box<dyn Error>> {
    let gold = Gold::read(folder)?;
    let score = score(&gold, &std::fs::read_to_string(taxonomy)?, &std::fs::read_to_string(instances)?)?;
    for mistake in &score.mistakes {
        eprintln!("{mistake}");
    }
    println!("{}", serde_json::to_string(&score)?);
    Ok(())
}
