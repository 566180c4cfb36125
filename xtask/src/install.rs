//! Programs outside of cargo that tests and scorers need, and how each package manager calls them.
//! A program that works is never touched; one that is missing is installed where we may, and else named exactly.

use std::path::Path;
use std::process::Command;

use crate::failure::Failure;
use crate::process;

/// A program that may have to be installed.
pub(crate) struct Tool {
    name: &'static str,
    /// Where it is, if it works.
    found: fn() -> Option<String>,
    /// The packages that bring it, by package manager.
    packages: &'static [(&'static str, &'static str)],
}

/// The browser that the browser tests drive. Its fonts are asked for, too: without any, text has no width.
pub(crate) const CHROMIUM: Tool = Tool {
    name: "Chromium",
    found: find_chromium,
    packages: &[
        ("apt-get", "chromium fonts-liberation"),
        ("dnf", "chromium liberation-fonts"),
        ("pacman", "chromium ttf-liberation"),
        ("apk", "chromium font-liberation"),
        ("brew", "--cask chromium"),
    ],
};

/// Unpacks the corpora.
pub(crate) const XZ: Tool = Tool {
    name: "xz",
    found: || first_that_runs(&["xz"]),
    packages: &[("apt-get", "xz-utils"), ("dnf", "xz"), ("pacman", "xz"), ("apk", "xz"), ("brew", "xz")],
};

/// Runs the scorers. Debian keeps the parts that make an environment in a package of their own.
pub(crate) const PYTHON: Tool = Tool {
    name: "python3 with venv and pip",
    found: || {
        process::succeeds(Command::new("python3").args(["-c", "import venv, ensurepip"])).then(|| "python3".into())
    },
    packages: &[
        ("apt-get", "python3 python3-venv python3-pip"),
        ("dnf", "python3 python3-pip"),
        ("pacman", "python python-pip"),
        ("apk", "python3 py3-pip"),
        ("brew", "python3"),
    ],
};

/// Makes sure that the tool works, installing it if it does not. Returns where it is.
pub(crate) fn ensure(tool: &Tool) -> Result<String, Failure> {
    if let Some(place) = (tool.found)() {
        return Ok(place);
    }
    let manager = tool.packages.iter().find(|(manager, _)| process::succeeds(Command::new(manager).arg("--version")));
    let Some((manager, packages)) = manager else {
        let managers: Vec<_> = tool.packages.iter().map(|(manager, _)| *manager).collect();
        return Err(Failure::new(format!("{} is missing", tool.name))
            .hint(format!("install it by hand (none of {} is here)", managers.join(", "))));
    };
    let by_hand = by_hand(manager, packages);
    let Some(prefix) = right_to_install(manager) else {
        return Err(Failure::new(format!("{} is missing", tool.name)).hint(format!("install it: {by_hand}")));
    };
    eprintln!("{} is missing, installing it: {by_hand}", tool.name);
    for command in commands(manager, packages) {
        process::run(&mut with_prefix(prefix, &command))
            .map_err(|failure| Failure::new(format!("cannot install {}", tool.name)).because(failure))?;
    }
    // A package may be an empty shell: Ubuntu's `chromium` only points to a snap, which containers cannot run.
    (tool.found)().ok_or_else(|| {
        Failure::new(format!("{} does not run although `{by_hand}` succeeded", tool.name))
            .hint("install it from its makers, and see that it is found in PATH")
    })
}

/// The commands that install packages, in order.
fn commands(manager: &str, packages: &str) -> Vec<Vec<String>> {
    let lines = match manager {
        "apt-get" => {
            vec!["apt-get update".to_owned(), format!("apt-get install -y --no-install-recommends {packages}")]
        }
        "dnf" => vec![format!("dnf install -y {packages}")],
        "pacman" => vec![format!("pacman -Sy --noconfirm {packages}")],
        "apk" => vec![format!("apk add {packages}")],
        _ => vec![format!("{manager} install {packages}")],
    };
    lines.iter().map(|line| line.split(' ').map(str::to_owned).collect()).collect()
}

fn by_hand(manager: &str, packages: &str) -> String {
    let sudo = if manager == "brew" { "" } else { "sudo " };
    let lines: Vec<_> = commands(manager, packages).iter().map(|words| format!("{sudo}{}", words.join(" "))).collect();
    lines.join(" && ")
}

/// The words to put before an install command, or nothing if we may not install. Homebrew wants no root.
fn right_to_install(manager: &str) -> Option<&'static [&'static str]> {
    let is_root = || process::output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    if manager == "brew" || is_root() {
        Some(&[])
    } else if process::succeeds(Command::new("sudo").args(["-n", "true"])) {
        Some(&["sudo", "-n"])
    } else {
        None
    }
}

/// The command after its prefix. Debian's packages must not stop to ask.
fn with_prefix(prefix: &[&str], words: &[String]) -> Command {
    let mut all = prefix.iter().copied().chain(["env", "DEBIAN_FRONTEND=noninteractive"]);
    let mut command = Command::new(all.next().unwrap_or("env"));
    command.args(all).args(words);
    command
}

/// Chromium or Chrome, by the names they have on different systems.
fn find_chromium() -> Option<String> {
    first_that_runs(&[
        "chromium",
        "chromium-browser",
        "google-chrome-stable",
        "google-chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ])
}

/// The first program that answers `--version`, with its folder if it is in the search path.
fn first_that_runs(programs: &[&str]) -> Option<String> {
    let program = programs.iter().find(|program| process::succeeds(Command::new(program).arg("--version")))?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let place = std::env::split_paths(&path).map(|folder| folder.join(program)).find(|place| place.is_file());
    Some(place.as_deref().unwrap_or(Path::new(program)).display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_told_the_exact_commands() {
        assert_eq!(
            by_hand("apt-get", "chromium fonts-liberation"),
            "sudo apt-get update && sudo apt-get install -y --no-install-recommends chromium fonts-liberation"
        );
        assert_eq!(by_hand("brew", "--cask chromium"), "brew install --cask chromium");
    }

    #[test]
    fn a_missing_tool_without_any_package_manager_is_named() {
        let tool = Tool { name: "no such tool", found: || None, packages: &[("no-such-manager", "nothing")] };
        let failure = ensure(&tool).unwrap_err().to_string();
        assert!(failure.contains("no such tool is missing") && failure.contains("no-such-manager"), "{failure}");
    }

    #[test]
    fn a_tool_that_works_is_left_alone() {
        let tool = Tool { name: "here", found: || Some("place".into()), packages: &[] };
        assert_eq!(ensure(&tool).unwrap(), "place");
    }
}
