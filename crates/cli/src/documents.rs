//! Results that are whole documents, such as pictures, and so cannot follow each other in one output: a single one,
//! or a folder with one file for each page.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use crate::exit::Diagnostic;
use crate::output::Output;

/// No part of a file's name is longer than this, in bytes; systems allow 255.
const MAX_NAME: usize = 200;

/// Where documents go.
pub(crate) enum Documents {
    /// To one output, which takes one document. It is kept until it is clear that there is no other.
    Single { target: Option<PathBuf>, text: Option<String> },
    /// Into a folder.
    Folder(Folder),
}

/// A folder in which each page gets a file.
pub(crate) struct Folder {
    path: PathBuf,
    /// What the user named; what is behind it in the name of a page becomes the name of its file.
    inputs: Vec<String>,
    ending: &'static str,
    taken: HashSet<PathBuf>,
}

impl Documents {
    /// A folder if the target is one or its name ends like one.
    pub(crate) fn open(target: Option<&Path>, inputs: &[String], ending: &'static str) -> Documents {
        let is_folder = |path: &&Path| path.is_dir() || path.to_string_lossy().ends_with(std::path::is_separator);
        match target.filter(is_folder) {
            Some(path) => Documents::Folder(Folder {
                path: path.to_owned(),
                inputs: inputs.to_owned(),
                ending,
                taken: HashSet::new(),
            }),
            None => Documents::Single { target: target.map(Path::to_owned), text: None },
        }
    }

    /// Whether several documents can be taken.
    pub(crate) fn takes_several(&self) -> bool {
        matches!(self, Documents::Folder(_))
    }

    /// Takes the document of a page.
    pub(crate) fn write(&mut self, page: &str, document: String) -> Result<(), Diagnostic> {
        match self {
            Documents::Single { text: text @ None, .. } => *text = Some(document),
            Documents::Single { .. } => return Err(several_pages()),
            Documents::Folder(folder) => folder.write(page, &document)?,
        }
        Ok(())
    }

    /// Completes the output. Says what was written.
    pub(crate) fn finish(self) -> Result<Option<PathBuf>, Diagnostic> {
        match self {
            Documents::Single { text: None, .. } => Ok(None),
            Documents::Single { target, text: Some(text) } => {
                let mut output = Output::open(target.as_deref())?;
                output.write(&text).or_else(Output::ignore_closed_pipe)?;
                output.finish()
            }
            Documents::Folder(folder) => Ok(Some(folder.path)),
        }
    }
}

/// Several documents were to go into one output.
pub(crate) fn several_pages() -> Diagnostic {
    Diagnostic::new("there are several pages, and each becomes a document of its own")
        .with_hint("write one file for each page with -o FOLDER/")
}

impl Folder {
    fn write(&mut self, page: &str, document: &str) -> Result<(), Diagnostic> {
        let path = self.path_for(page);
        let folder = path.parent().unwrap_or(&self.path);
        let failed =
            |error: io::Error| Diagnostic::new(format!("cannot make the folder {}: {error}", folder.display()));
        std::fs::create_dir_all(folder).map_err(failed)?;
        let mut output = Output::open(Some(&path))?;
        output.write(document).map_err(|error| Diagnostic::new(format!("cannot write {}: {error}", path.display())))?;
        output.finish()?;
        Ok(())
    }

    /// The file for a page, by its name behind the input that it comes from. No two pages get the same.
    fn path_for(&mut self, page: &str) -> PathBuf {
        let stem = self.stem(page);
        let numbered = (1..).map(|number| match number {
            1 => format!("{stem}.{}", self.ending),
            _ => format!("{stem}-{number}.{}", self.ending),
        });
        let mut candidates = numbered.map(|name| self.path.join(name));
        let path = candidates.find(|path| !self.taken.contains(path)).unwrap_or_default();
        self.taken.insert(path.clone());
        path
    }

    fn stem(&self, page: &str) -> String {
        let behind = |input: &String| {
            let rest = page.strip_prefix(input.trim_end_matches('/'))?;
            rest.strip_prefix('/').filter(|rest| !rest.is_empty())
        };
        let inner = self.inputs.iter().filter_map(behind).min_by_key(|rest| rest.len());
        let name = match (inner, page.split_once("://")) {
            (Some(rest), _) => rest,
            (None, Some((_, address))) => address,
            (None, None) => page.rsplit('/').next().unwrap_or(page),
        };
        // An address that ends like a folder is that of the page one finds there.
        let name = if name.ends_with('/') { format!("{name}index.html") } else { name.to_owned() };
        let parts: Vec<String> = name.split('/').filter(|part| !matches!(*part, "" | "." | "..")).map(plain).collect();
        let stem = parts.join("/");
        let stem = match stem.rsplit_once('.') {
            Some((stem, ending)) if !ending.contains('/') && !stem.is_empty() && !stem.ends_with('/') => stem,
            _ => &stem,
        };
        match stem {
            "" | "-" => "page".to_owned(),
            _ => stem.to_owned(),
        }
    }
}

/// A name that any system takes.
fn plain(part: &str) -> String {
    let is_odd = |character: char| character.is_control() || "\\:*?\"<>|".contains(character);
    part[..part.floor_char_boundary(MAX_NAME)].replace(is_odd, "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(inputs: &[&str], pages: &[(&str, &str)]) {
        let mut folder = Folder {
            path: PathBuf::from("out"),
            inputs: inputs.iter().map(|&input| input.to_owned()).collect(),
            ending: "svg",
            taken: HashSet::new(),
        };
        for (page, expected) in pages {
            assert_eq!(folder.path_for(page), Path::new("out").join(expected), "{page}");
        }
    }

    #[test]
    fn files_are_named_after_pages_and_no_two_are_alike() {
        check(&["site/"], &[("site/a/index.html", "a/index.svg"), ("site/b/index.html", "b/index.svg")]);
        check(&["x/p.html", "y/p.htm"], &[("x/p.html", "p.svg"), ("y/p.htm", "p-2.svg"), ("-", "page.svg")]);
        check(&["."], &[("./p.html", "p.svg"), ("./p", "p-2.svg"), ("./.hidden", ".hidden.svg")]);
        check(
            &["a.warc"],
            &[
                ("http://x.example/", "x.example/index.svg"),
                ("http://x.example/a?b=c:d", "x.example/a_b=c_d.svg"),
                ("http://x.example/../../etc/p", "x.example/etc/p.svg"),
            ],
        );
    }
}
