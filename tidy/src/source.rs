//! The files of the tree as text, and the few questions that rules ask of them. No rule stands here.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// One file. The path is relative to the root, with `/` on every system.
pub(crate) struct Source {
    pub(crate) path: String,
    pub(crate) text: String,
    /// Whether the whole file is tests.
    is_test: bool,
}

/// What a rule found: a line, from 1, and what is wrong and what to do.
pub(crate) struct Finding {
    pub(crate) line: usize,
    pub(crate) advice: String,
}

/// A rule over one file.
pub(crate) type Rule = fn(&Source) -> Vec<Finding>;

/// The files with these endings are read: code, documents and scripts, but no data and no example sites.
const KINDS: [&str; 8] = ["rs", "md", "toml", "sh", "js", "css", "py", "yml"];

/// The whole tree, read once for all rules.
static TREE: LazyLock<Vec<Source>> = LazyLock::new(|| {
    let mut files = Vec::new();
    walk(&root(), &mut files);
    let relative = |file: &Path| {
        let parts: Vec<_> = file.strip_prefix(root()).unwrap().iter().map(|part| part.to_string_lossy()).collect();
        parts.join("/")
    };
    let read = |file: &PathBuf| Some(Source::new(&relative(file), &std::fs::read_to_string(file).ok()?));
    let mut tree: Vec<_> = files.iter().filter_map(read).collect();
    let test_modules: Vec<_> = tree.iter().flat_map(Source::test_modules).collect();
    let is_inside =
        |path: &str, module: &String| path == format!("{module}.rs") || path.starts_with(&format!("{module}/"));
    for file in &mut tree {
        file.is_test |= test_modules.iter().any(|module| is_inside(&file.path, module));
    }
    tree.sort_by(|a, b| a.path.cmp(&b.path));
    tree
});

pub(crate) fn tree() -> &'static [Source] {
    &TREE
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        let is_script = folder.file_name().is_some_and(|folder| folder == ".ci");
        if path.is_dir() {
            if name != "target" && (!name.starts_with('.') || name == ".ci" || name == ".cargo") {
                walk(&path, files);
            }
        } else if is_script || path.extension().is_some_and(|kind| KINDS.iter().any(|known| kind == *known)) {
            files.push(path);
        }
    }
}

/// Holds the rule against the whole tree and panics with all that it finds.
#[track_caller]
pub(crate) fn hold(rule: Rule) {
    let lines: Vec<_> = tree()
        .iter()
        .flat_map(|file| rule(file).into_iter().map(|f| format!("{}:{}: {}", file.path, f.line, f.advice)))
        .collect();
    assert!(lines.is_empty(), "{} finding(s)\n{}\n", lines.len(), lines.join("\n"));
}

/// Proves that the rule finds something in this text, as if it stood in a file at this path.
#[track_caller]
pub(crate) fn catches(rule: Rule, path: &str, text: &str) {
    assert!(!rule(&Source::new(path, text)).is_empty(), "the rule misses this in {path}:\n{text}");
}

/// Proves that the rule has nothing against this text.
#[track_caller]
pub(crate) fn accepts(rule: Rule, path: &str, text: &str) {
    let advice: Vec<_> = rule(&Source::new(path, text)).into_iter().map(|finding| finding.advice).collect();
    assert!(advice.is_empty(), "the rule wrongly says {advice:?} about this in {path}:\n{text}");
}

impl Source {
    pub(crate) fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned(), is_test: path.contains("/tests/") }
    }

    pub(crate) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// This package's own files must spell the words that its rules forbid.
    pub(crate) fn is_rule_book(&self) -> bool {
        self.path.starts_with("tidy/")
    }

    /// The folder of the crate that this file is product code of: `page` for `crates/page/src/…`.
    pub(crate) fn product_crate(&self) -> Option<&str> {
        let (folder, rest) = self.path.strip_prefix("crates/")?.split_once('/')?;
        rest.starts_with("src/").then_some(folder)
    }

    /// The lines with their numbers, from 1.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }

    /// The number of the first line of the tests: a file of tests begins with them, others may end with a module.
    pub(crate) fn tests_from(&self) -> usize {
        if self.is_test {
            return 1;
        }
        let inline = self.after_cfg_test().find(|(_, line)| line.contains("mod ") && line.trim_end().ends_with('{'));
        inline.map_or(usize::MAX, |(number, _)| number - 1)
    }

    /// The paths, without ending, of the modules that this file declares only for tests: `#[cfg(test)] mod name;`.
    fn test_modules(&self) -> Vec<String> {
        let folder = match self.path.rsplit_once('/') {
            Some((folder, "lib.rs" | "main.rs" | "mod.rs")) => folder,
            _ => self.path.trim_end_matches(".rs"),
        };
        let name = |line: &str| Some(line.trim().strip_prefix("mod ")?.strip_suffix(';')?.to_owned());
        let names = self.after_cfg_test().filter_map(|(_, line)| name(line));
        names.map(|name| format!("{folder}/{name}")).collect()
    }

    /// The lines that follow on a `#[cfg(test)]`.
    fn after_cfg_test(&self) -> impl Iterator<Item = (usize, &str)> {
        self.lines()
            .zip(self.lines().skip(1))
            .filter(|((_, line), _)| line.trim() == "#[cfg(test)]")
            .map(|(_, next)| next)
    }

    /// The lines before the tests, without comments.
    pub(crate) fn product_code(&self) -> impl Iterator<Item = (usize, &str)> {
        let end = self.tests_from();
        self.code().filter(move |(number, _)| *number < end)
    }

    /// The lines of the tests, without comments.
    pub(crate) fn test_code(&self) -> impl Iterator<Item = (usize, &str)> {
        let start = self.tests_from();
        self.code().filter(move |(number, _)| *number >= start)
    }

    /// All lines without their comments.
    pub(crate) fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        self.lines().map(|(number, line)| (number, without_comment(line)))
    }

    /// A finding for each line that contains one of the words.
    pub(crate) fn find<'a>(
        lines: impl Iterator<Item = (usize, &'a str)>,
        words: &[&str],
        advice: &str,
    ) -> Vec<Finding> {
        let hit = |line: &str| words.iter().find(|word| has_word(line, word)).map(|word| (*word).to_owned());
        lines.filter_map(|(line, text)| Some(Finding { line, advice: format!("`{}`: {advice}", hit(text)?) })).collect()
    }
}

/// The line up to its comment. Two slashes after a colon are an address, not a comment.
fn without_comment(line: &str) -> &str {
    let start = line.match_indices("//").find(|(at, _)| !line[..*at].ends_with(':'));
    start.map_or(line, |(at, _)| &line[..at])
}

/// Whether the word stands in the line and is not the middle or end of a longer name.
pub(crate) fn has_word(line: &str, word: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let (before, after) = (line[..at].chars().next_back(), line[at + word.len()..].chars().next());
        let starts = !word.starts_with(is_name) || !before.is_some_and(is_name);
        let ends = !word.ends_with(is_name) || !after.is_some_and(is_name);
        starts && ends
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_is_found() {
        assert!(tree().iter().any(|file| file.path == "tidy/src/source.rs"));
        assert!(!tree().iter().any(|file| file.path.starts_with("target/")));
    }

    #[test]
    fn tests_and_comments_are_told_apart_from_code() {
        let text = "//! Doc.\nuse a; // std::fs\nlet u = \"http://x\";\n#[cfg(test)]\nmod tests {\n    b();\n}\n";
        let source = Source::new("crates/page/src/x.rs", text);
        let code: Vec<_> = source.product_code().collect();
        assert_eq!(code, [(1, ""), (2, "use a; "), (3, "let u = \"http://x\";")]);
        assert_eq!(source.test_code().nth(2), Some((6, "    b();")));
        assert_eq!(Source::new("crates/page/tests/all.rs", "a();").tests_from(), 1);
        let parent = Source::new("a/src/lib.rs", "#[cfg(test)]\nmod tests;\nfn a() {\n");
        assert_eq!(parent.tests_from(), usize::MAX);
        assert_eq!(parent.test_modules(), ["a/src/tests"]);
        assert_eq!(Source::new("a/src/b.rs", "#[cfg(test)]\nmod c;").test_modules(), ["a/src/b/c"]);
    }

    #[test]
    fn words_are_whole() {
        assert!(has_word("use rand::Rng;", "rand::") && !has_word("use operand::x;", "rand::"));
        assert!(has_word("std::fs::read", "std::fs") && !has_word("std::fsx", "std::fs"));
    }
}
