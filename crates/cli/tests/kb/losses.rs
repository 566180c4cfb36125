//! What must never be lost, with the faults that used to lose it: files that cannot be opened, folders that hold
//! something else, media that nobody may write to, disks that fail while a result is made to last.
#![cfg(target_os = "linux")]

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::desk::{Desk, page, said, site};

/// A user that is not the one who runs the tests, if that one may be anybody.
const NOBODY: u32 = 65534;

/// A knowledge base with something in it.
fn filled() -> Desk {
    let desk = Desk::new();
    site(&desk.path("pages"), 0..8);
    desk.populate("pages").status().expect("lode runs");
    desk
}

fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => found.push((path.clone(), fs::read(&path).expect("a file"))),
        }
    }
    found.sort();
    found
}

/// Lode as somebody who may not do all that the owner of the files may. Whoever may do everything becomes nobody, with
/// a copy of the program that nobody can reach.
fn stranger(desk: &Desk, arguments: &[&str]) -> Output {
    let is_root = desk.folder.path().metadata().expect("the folder").uid() == 0;
    let mut command = desk.command(arguments);
    if is_root {
        let program = desk.path("lode-of-nobody");
        if !program.exists() {
            // By another process: one that is started meanwhile must not hold the copy open.
            let copied = Command::new("cp").arg(env!("CARGO_BIN_EXE_lode")).arg(&program).status();
            assert!(copied.expect("cp runs").success());
        }
        fs::set_permissions(desk.folder.path(), Permissions::from_mode(0o755)).expect("everybody may look");
        command = Command::new(program);
        command.current_dir(desk.folder.path()).args(arguments).env("NO_COLOR", "1").uid(NOBODY).gid(NOBODY);
    }
    command.output().expect("lode runs")
}

#[test]
fn a_knowledge_base_stays_that_cannot_be_opened_for_lack_of_files() {
    let desk = filled();
    let before = files(&desk.path("kb"));
    let program = env!("CARGO_BIN_EXE_lode");
    // The fewer files may be open, the earlier it fails: at the lock, at the database, at what SQLite keeps beside it.
    let mut failed = 0;
    for most in 4..12 {
        let script = format!("ulimit -n {most}; exec '{program}' kb load kb islands.ttl");
        let output =
            Command::new("sh").args(["-c", &script]).current_dir(desk.folder.path()).output().expect("a shell");
        if output.status.success() {
            break;
        }
        failed += 1;
        let kept = files(&desk.path("kb"));
        let database = |files: &[(PathBuf, Vec<u8>)]| files.iter().any(|(path, _)| path.ends_with("kb.sqlite"));
        assert!(database(&kept), "with {most} files: {}", String::from_utf8_lossy(&output.stderr));
        assert!(kept.len() >= before.len(), "with {most} files");
    }
    assert!(failed >= 2, "the fault was there");
    assert_eq!(desk.rows("SELECT ?i { ?i a :Island }").len(), 8);
    desk.out(&["kb", "verify", "kb"]);
}

#[test]
fn a_knowledge_base_of_somebody_else_stays() {
    let desk = filled();
    let (kb, database) = (desk.path("kb"), desk.path("kb/kb.sqlite"));
    for file in ["kb.sqlite-wal", "kb.sqlite-shm", "kb.lock"] {
        let _ = fs::remove_file(kb.join(file));
    }
    let before = fs::read(&database).expect("the database");
    // The folder may be written by everybody, the database read by nobody but its owner, if that.
    fs::set_permissions(&kb, Permissions::from_mode(0o777)).expect("a folder for all");
    fs::set_permissions(&database, Permissions::from_mode(0o000)).expect("a file for nobody");
    let output = stranger(&desk, &["kb", "load", "kb", "islands.ttl"]);
    let complaint = said(&output, 2);
    assert!(complaint.contains("kb.sqlite") && complaint.contains("denied"), "{complaint}");
    fs::set_permissions(&database, Permissions::from_mode(0o644)).expect("a file for its owner");
    assert_eq!(fs::read(&database).expect("it is still there"), before);
}

#[test]
fn an_archive_that_was_there_is_not_removed_with_what_was_only_begun() {
    let desk = Desk::new();
    let archive = desk.path("kb/archive/pages.warc.gz");
    fs::create_dir_all(archive.parent().expect("a folder")).expect("a folder");
    fs::write(&archive, "all that is left").expect("a file");
    fs::write(desk.path("bad.nq"), "nonsense").expect("a file");
    desk.complaint(&["kb", "load", "kb", "bad.nq"]);
    assert_eq!(fs::read(&archive).expect("it is still there"), b"all that is left");
    assert!(!desk.path("kb/kb.sqlite").exists(), "what was begun goes away");
}

#[test]
fn the_demo_removes_nothing_but_what_a_demo_has_made() {
    let desk = filled();
    // A folder of somebody that happens to have the same names in it.
    fs::create_dir_all(desk.path("mine/sites")).expect("a folder");
    fs::write(desk.path("mine/sites/list.txt"), "years of work").expect("a file");
    fs::rename(desk.path("kb"), desk.path("mine/kb")).expect("moved");
    let before = files(&desk.path("mine"));
    assert!(desk.complaint(&["demo", "-o", "mine"]).contains("something else than an earlier demo"));
    assert_eq!(files(&desk.path("mine")), before);
    // What somebody puts into the folder of a demo stays there, and a knowledge base that was gone on with too.
    desk.out(&["demo", "-o", "demo"]);
    fs::write(desk.path("demo/sites/notes.txt"), "mine").expect("a file");
    desk.out(&["demo", "-o", "demo"]);
    assert_eq!(fs::read(desk.path("demo/sites/notes.txt")).expect("it is still there"), b"mine");
    desk.out(&["kb", "load", "demo/kb", "islands.ttl"]);
    assert!(desk.complaint(&["demo", "-o", "demo"]).contains("was changed since"));
    let asked = desk.out(&["kb", "query", "demo/kb", "ASK { <http://islands.example/terms#Island> a owl:Class }"]);
    assert_eq!(asked, "yes\n");
}

#[test]
fn a_copy_that_nobody_may_write_to_shows_the_last_state_or_none() {
    let desk = filled();
    // A copy of a knowledge base whose last changes stand beside its database, as a killed writer leaves them.
    let copied = |from: &str, to: &str| {
        fs::create_dir_all(desk.path(to)).expect("a folder");
        for (path, bytes) in files(&desk.path(from)) {
            fs::write(desk.path(to).join(path.file_name().expect("a name")), bytes).expect("a copy");
        }
    };
    copied("kb", "settled");
    assert!(fs::metadata(desk.path("settled/kb.sqlite-wal")).map_or(0, |file| file.len()) == 0);
    // A reader that holds on keeps what is written from being put into its place.
    fs::write(desk.path("more.nq"), "<urn:s> <urn:p> \"last\" .\n").expect("a file");
    let reader = lode::store::KnowledgeBase::open(desk.path("kb")).expect("a base").read().expect("a reader");
    desk.out(&["kb", "load", "kb", "more.nq"]);
    copied("kb", "unsettled");
    drop(reader);
    assert!(fs::metadata(desk.path("unsettled/kb.sqlite-wal")).expect("a log").len() > 0, "the fault is there");

    for folder in ["settled", "unsettled"] {
        let _ = fs::remove_file(desk.path(folder).join("kb.sqlite-shm"));
        for (path, _) in files(&desk.path(folder)) {
            fs::set_permissions(path, Permissions::from_mode(0o444)).expect("only to be read");
        }
        fs::set_permissions(desk.path(folder), Permissions::from_mode(0o555)).expect("only to be read");
    }
    let settled = stranger(&desk, &["kb", "query", "settled", "SELECT ?i { ?i a :Island }", "--format", "csv"]);
    assert_eq!(String::from_utf8_lossy(&settled.stdout).lines().count(), 9, "{}", said(&settled, 0));
    let found = stranger(&desk, &["kb", "search", "settled", "gannet"]);
    assert!(String::from_utf8_lossy(&found.stdout).contains("Gannet Isle"), "{}", said(&found, 0));
    for arguments in [&["kb", "query", "unsettled", "ASK {}"][..], &["kb", "verify", "unsettled"]] {
        let complaint = said(&stranger(&desk, arguments), 2);
        assert!(complaint.contains("kb.sqlite-wal") && complaint.contains("copy the whole folder"), "{complaint}");
    }
    // Whoever has made the folder removes it.
    for folder in ["settled", "unsettled"] {
        fs::set_permissions(desk.path(folder), Permissions::from_mode(0o755)).expect("to be removed");
    }
}

#[test]
fn a_search_changes_nothing_and_finds_what_is_not_in_the_index_yet() {
    let desk = filled();
    fs::write(desk.path("more.nq"), "<urn:s> <urn:p> \"a lonely puffin\" .\n").expect("a file");
    desk.out(&["kb", "load", "kb", "more.nq"]);
    let before = files(&desk.path("kb"));
    assert!(desk.out(&["kb", "search", "kb", "puffin"]).contains("a lonely puffin"));
    assert!(desk.out(&["kb", "search", "kb", "gannet"]).contains("Gannet Isle"));
    let database = |files: &[(PathBuf, Vec<u8>)]| files.iter().find(|(path, _)| path.ends_with("kb.sqlite")).cloned();
    assert_eq!(database(&files(&desk.path("kb"))), database(&before));
    assert!(!desk.out(&["kb", "stats", "kb"]).contains("index words"));
}

/// A library that makes the system fail where a file is made to last.
const NO_SYNC: &str = "#include <errno.h>\nint fsync(int file) { errno = EIO; return -1; }\n";

#[test]
fn a_result_that_cannot_be_made_to_last_replaces_nothing() {
    let desk = filled();
    fs::write(desk.path("fault.c"), NO_SYNC).expect("a file");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-o", "fault.so", "fault.c"]).current_dir(desk.folder.path());
    assert!(compiler.status().expect("a C compiler").success());
    fs::write(desk.path("wrapper.json"), "the only one").expect("a file");
    fs::write(desk.path("rows.sqlite"), "old rows").expect("a file");
    for arguments in [
        &["learn", "pages", "--ontology", "islands.ttl", "-o", "wrapper.json"][..],
        &["tables", "pages", "--format", "jsonl", "-o", "wrapper.json"],
        &["records", "pages", "--format", "sqlite", "-o", "rows.sqlite"],
    ] {
        let mut command = desk.command(arguments);
        let output = command.env("LD_PRELOAD", desk.path("fault.so")).output().expect("lode runs");
        assert!(said(&output, 2).contains("cannot write"), "{arguments:?}");
    }
    assert_eq!(fs::read(desk.path("wrapper.json")).expect("it is still there"), b"the only one");
    assert_eq!(fs::read(desk.path("rows.sqlite")).expect("it is still there"), b"old rows");
    let left = |name: &str| name.starts_with(".lode-");
    let names = fs::read_dir(desk.folder.path()).expect("a folder");
    let names: Vec<String> =
        names.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    assert!(!names.iter().any(|name| left(name)), "{names:?}");
}

/// Fills a knowledge base from a WARC that has the same addresses twice, with other values the second time.
#[test]
fn a_harvest_that_goes_on_reads_what_comes_again() {
    const PAGES: usize = 600;
    let desk = Desk::new();
    let record = |number: usize, text: &str| {
        let page = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{text}");
        format!(
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://islands.example/{number}\r\nWARC-Date: \
             2026-01-01T00:00:00Z\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: \
             {}\r\n\r\n{page}\r\n\r\n",
            page.len()
        )
    };
    let old: String = (0..PAGES).map(|number| record(number, &page(number))).collect();
    let new: String = (0..PAGES).map(|number| record(number, &page(number).replace(".0 km²", ".75 km²"))).collect();
    fs::write(desk.path("twice.warc"), old + &new).expect("a file");
    desk.populate("twice.warc").status().expect("lode runs");
    let whole = desk.statements("kb");
    assert!(whole.iter().any(|line| line.contains(".75\"")), "the second is what counts");
    fs::rename(desk.path("kb"), desk.path("whole")).expect("moved");
    // Killed when some were committed, but not all.
    let mut run = desk.populate("twice.warc").stderr(Stdio::null()).spawn().expect("lode runs");
    let is_begun = || !desk.rows("SELECT ?i { ?i a :Island } LIMIT 1").is_empty();
    while !is_begun() && run.try_wait().expect("a state").is_none() {}
    run.kill().expect("it can be killed");
    assert!(!run.wait().expect("it ends").success(), "it was killed before its end");
    let told = said(&desk.populate("twice.warc").output().expect("lode runs"), 0);
    assert!(told.contains("going on: "), "{told}");
    assert!(desk.statements("kb") == whole, "it says something else");
}

/// How far a harvest has come is kept in the database; one that cannot be read is as if there were none.
#[test]
fn a_journal_that_is_damaged_or_of_another_version_costs_only_time() {
    let desk = Desk::new();
    site(&desk.path("pages"), 0..12);
    desk.populate("pages").status().expect("lode runs");
    let whole = desk.statements("kb");
    let base = lode::store::KnowledgeBase::open(desk.path("kb")).expect("a base");
    for journal in [&b"no journal"[..], br#"{"format":99}"#, b""] {
        let mut writer = base.write().expect("nobody else writes");
        let mut commit = writer.begin("a test").expect("a commit");
        commit.put_document(lode::store::DocumentKind::Harvest, "journal", journal).expect("it is kept");
        commit.put_document(lode::store::DocumentKind::Mining, "journal", journal).expect("it is kept");
        commit.finish().expect("it lasts");
        drop(writer);
        let told = said(&desk.populate("pages").output().expect("lode runs"), 0);
        assert!(!told.contains("going on"), "{told}");
        assert!(desk.statements("kb") == whole, "it says something else");
    }
    desk.out(&["kb", "verify", "kb"]);
}

/// A file that may not grow any longer, as on a full disk, wherever that is.
#[test]
fn nothing_is_lost_when_nothing_more_can_be_written() {
    let desk = filled();
    let whole = desk.statements("kb");
    site(&desk.path("more"), 20..60);
    let program = env!("CARGO_BIN_EXE_lode");
    let mut failed = 0;
    for blocks in [1, 40, 120, 200, 300] {
        let script = format!("ulimit -f {blocks}; exec '{program}' populate kb --ontology islands.ttl more");
        let run =
            Command::new("sh").args(["-c", &script]).current_dir(desk.folder.path()).env("NO_COLOR", "1").output();
        let output = run.expect("a shell");
        desk.out(&["kb", "verify", "kb"]);
        if output.status.success() {
            break;
        }
        failed += 1;
        let complaint = said(&output, 2);
        assert!(complaint.contains("error"), "{complaint}");
        assert!(desk.statements("kb") == whole, "with {blocks} blocks: what was there stays");
    }
    assert!(failed >= 2, "the fault was there");
    desk.populate("more").status().expect("lode runs");
    assert_eq!(desk.rows("SELECT ?i { ?i a :Island }").len(), 48, "with room it is done by the same command");
}
