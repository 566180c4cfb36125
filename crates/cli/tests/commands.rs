//! The command as scripts use it: exit statuses, output forms, order, error lines, files.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/pages");

fn lode(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lode")).args(args).env("NO_COLOR", "1").output().expect("lode runs")
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("UTF-8")
}

fn example(name: &str) -> String {
    format!("{EXAMPLES}/{name}.html")
}

fn json_lines(output: &Output) -> Vec<serde_json::Value> {
    stdout(output).lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn write(folder: &Path, name: &str, content: &[u8]) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, content).expect("written");
    path
}

#[test]
fn the_demo_mines_sites_and_answers_questions() {
    let folder = folder();
    let place = folder.path().join("demo").display().to_string();
    let output = lode(&["demo", "-o", &place]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for word in ["├─ Italian", "told of by", "Which", "    → ", "lode instances"] {
        assert!(stdout(&output).contains(word), "{word} is missing in\n{}", stdout(&output));
    }
}

#[test]
fn layout_prints_a_box_for_every_element_with_the_page_first() {
    let output = lode(&["layout", &example("museum"), "--format", "jsonl"]);
    assert!(stdout(&output).starts_with("{\"page\":"));
    let lines = json_lines(&output);
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["page"], example("museum"));
    let boxes = lines[0]["boxes"].as_array().unwrap();
    let heading = boxes.iter().find(|entry| entry["path"] == "/html[1]/body[1]/h1[1]").expect("the heading");
    let [x, _, width, height] = [0, 1, 2, 3].map(|index| heading["box"][index].as_f64().unwrap());
    assert_eq!((x, width), (210.0, 860.0));
    assert!(height > 30.0);
    let head = boxes.iter().find(|entry| entry["path"] == "/html[1]/head[1]").expect("elements without a box too");
    assert_eq!(head["box"], serde_json::json!([0.0, 0.0, 0.0, 0.0]));
}

#[test]
fn pages_come_out_in_the_order_they_went_in_and_the_same_every_time() {
    let folder = folder();
    for index in 0..40 {
        let html = format!("<title>{index}</title>{}", "<p>text</p>".repeat((index * 37) % 300));
        write(folder.path(), &format!("{index:02}.html"), html.as_bytes());
    }
    let run = || lode(&["show", folder.path().to_str().unwrap(), "--format", "jsonl"]);
    let first = run();
    let titles: Vec<String> =
        json_lines(&first).iter().map(|line| line["title"].as_str().unwrap_or_default().to_owned()).collect();
    assert_eq!(titles, (0..40).map(|index| index.to_string()).collect::<Vec<_>>());
    assert_eq!(stdout(&first), stdout(&run()));
}

#[test]
fn tidy_gives_well_formed_xhtml_in_any_encoding() {
    let folder = folder();
    let mut page = b"<meta charset=gbk><p>".to_vec();
    page.extend(b"\xD6\xD0\xCE\xC4<br>a & b");
    let path = write(folder.path(), "zh.html", &page);
    let output = lode(&["tidy", path.to_str().unwrap()]);
    assert!(stdout(&output).starts_with("<?xml"));
    assert!(stdout(&output).contains("<p>中文<br />a &amp; b</p>"));
}

const PRICES: &str = "<h1>Inn</h1><table><caption>Prices</caption><tr><th>Room<th>Low, in EUR<th>High<tr><td>Single<td>40<td>55\
    <tr><td>Double<td>60<td>80</table><table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>\
    <dl><dt>Phone<dd>555 0123<dt>Open<dd>May to \"late\" October</dl>";

#[test]
fn tables_are_given_with_grid_headers_and_rows_in_the_order_of_the_page() {
    let folder = folder();
    let path = write(folder.path(), "inn.html", PRICES.as_bytes());
    let output = lode(&["tables", path.to_str().unwrap(), "--format", "jsonl"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(
        stdout(&output).contains(r#""rows":[{"Room":"Single","Low, in EUR":"40","High":"55"},{"#),
        "names in order"
    );
    let line = json_lines(&output).remove(0);
    let tables = line["tables"].as_array().unwrap();
    let of = |name: &str| tables.iter().map(|table| table[name].clone()).collect::<Vec<_>>();
    assert_eq!(of("source"), ["table", "table", "dl"]);
    assert_eq!(of("data"), [true, false, true]);
    assert_eq!(of("orientation"), ["column", "none", "row"]);
    assert_eq!(tables[0]["path"], "/html[1]/body[1]/table[1]");
    assert_eq!((&tables[0]["header_rows"], &tables[0]["header_cols"]), (&1.into(), &0.into()));
    assert_eq!(tables[0]["caption"], "Prices");
    assert_eq!(tables[0]["grid"][2], serde_json::json!(["Double", "60", "80"]));
    assert_eq!(tables[0]["headers"][0], serde_json::json!([true, true, true]));
    assert_eq!(tables[0]["headers"][1], serde_json::json!([false, false, false]));
    assert_eq!(tables[2]["rows"][0]["Phone"], "555 0123");
}

#[test]
fn segments_cover_all_leaves_in_order() {
    for method in ["best", "paper"] {
        let output = lode(&["segments", EXAMPLES, "--format", "jsonl", "--method", method]);
        assert!(stdout(&output).starts_with("{\"page\":"));
        for line in json_lines(&output) {
            let page = line["page"].as_str().unwrap();
            let shown = json_lines(&lode(&["show", page, "--format", "jsonl"])).remove(0);
            let segments = line["segments"].as_array().unwrap();
            let leaves: u64 = segments.iter().map(|segment| segment["leaves"].as_u64().unwrap()).sum();
            assert_eq!(leaves, shown["leaves"].as_u64().unwrap(), "{method} on {page}");
            assert!(segments.iter().all(|segment| segment["last"].as_str().unwrap().starts_with("/html[1]/body[1]/")));
        }
    }
    let shown = lode(&["segments", &example("museum")]);
    assert!(stdout(&shown).contains("   4     7 leaves  Opening hours"), "{}", stdout(&shown));
}

#[test]
fn a_finer_level_cuts_what_a_coarser_one_has_cut() {
    let firsts = |level: &str| -> Vec<String> {
        let line =
            json_lines(&lode(&["segments", &example("museum"), "--format", "jsonl", "--level", level])).remove(0);
        assert_eq!(line["level"], level);
        line["segments"].as_array().unwrap().iter().map(|segment| segment["first"].to_string()).collect()
    };
    let (coarse, normal, fine) = (firsts("coarse"), firsts("normal"), firsts("fine"));
    assert!(coarse.len() < fine.len(), "{coarse:?} {fine:?}");
    assert!(coarse.iter().all(|first| normal.contains(first)), "{coarse:?} {normal:?}");
    assert!(normal.iter().all(|first| fine.contains(first)), "{normal:?} {fine:?}");
    let published = lode(&["segments", &example("museum"), "--format", "jsonl", "--method", "paper"]);
    assert!(json_lines(&published)[0].get("level").is_none());
}

#[test]
fn a_page_without_content_is_nothing_found_and_no_page_controls_the_terminal() {
    let folder = folder();
    let empty = write(folder.path(), "empty.html", b"<div></div>");
    let red = write(folder.path(), "red.html", b"<h1>\x1b]0;pwn\x07\x1b[31mred</h1>");
    for verb in ["segments", "hierarchy"] {
        assert_eq!(lode(&[verb, empty.to_str().unwrap()]).status.code(), Some(1), "{verb}");
        assert!(!stdout(&lode(&[verb, red.to_str().unwrap()])).contains(['\x1b', '\x07']), "{verb}");
    }
    assert!(!stdout(&lode(&["show", red.to_str().unwrap()])).contains(['\x1b', '\x07']));
    let table = write(folder.path(), "table.html", b"<table><tr><th>a<th>b<tr><td>\x1b[31m<td>2</table>");
    assert!(!stdout(&lode(&["tables", table.to_str().unwrap()])).contains('\x1b'));
}

#[test]
fn the_hierarchy_comes_as_outline_json_and_xml() {
    let page = example("museum");
    let shown = lode(&["hierarchy", &page]);
    assert!(stdout(&shown).contains("  Opening hours\n    Tuesday to Friday: 10:00 – 17:00\n"));
    let tree = json_lines(&lode(&["hierarchy", &page, "--format", "jsonl"])).remove(0)["tree"].clone();
    assert_eq!((&tree["kind"], &tree["label"]), (&"page".into(), &"Visit | Museum of Tides".into()));
    let menu = &tree["children"][0];
    assert_eq!(
        (&menu["kind"], &menu["label"], &menu["path"]),
        (&"segment".into(), &"".into(), &"/html[1]/body[1]/nav[1]".into())
    );
    let links = &menu["children"][0];
    assert_eq!((&links["kind"], &links["path"]), (&"group".into(), &"/html[1]/body[1]/nav[1]/ul[1]".into()));
    assert_eq!(links["children"][2]["label"], "Collection");
    assert_eq!(links["children"][2]["children"], serde_json::json!([]), "leaves have no children, but say so");
    let xml = lode(&["hierarchy", &page, "--format", "xml"]);
    assert!(stdout(&xml).starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<page name=\""));
    assert!(stdout(&xml).contains("<label label=\"Tickets\" path=\"/html[1]/body[1]/h2[2]/text()[1]\">"));
    assert_eq!(lode(&["hierarchy", EXAMPLES, "--format", "xml"]).status.code(), Some(2), "one document a page");
    let paper = lode(&["hierarchy", &page, "--method", "paper"]);
    assert_eq!(paper.status.code(), Some(0));
}

#[test]
fn tables_are_shown_to_people_and_saved_as_csv() {
    let folder = folder();
    let path = write(folder.path(), "inn.html", PRICES.as_bytes());
    let page = path.to_str().unwrap();
    let shown = lode(&["tables", page]);
    for words in
        ["2 data tables (2 table elements)", "1  Prices", "Single  40", "column-oriented, 3 × 3", "Save: lode tables"]
    {
        assert!(stdout(&shown).contains(words), "{words} is missing in\n{}", stdout(&shown));
    }
    assert!(!stdout(&shown).contains('\u{1b}'), "no colours in a pipe");
    let all = "Room,\"Low, in EUR\",High\nSingle,40,55\nDouble,60,80\n\nPhone,Open\n555 0123,\"May to \"\"late\"\" October\"\n\n";
    assert_eq!(stdout(&lode(&["tables", page, "--format", "csv"])), all);
    let second = lode(&["tables", page, "--format", "csv", "--table", "2"]);
    assert_eq!(stdout(&second), "Phone,Open\n555 0123,\"May to \"\"late\"\" October\"\n");
    assert_eq!(lode(&["tables", page, "--table", "0"]).status.code(), Some(2));
    assert!(stdout(&lode(&["tables", page, "--table", "2"])).contains("--table 2 -o"), "the hint names this table");
    let missing = lode(&["tables", page, "--table", "9"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(
        stderr(&missing).contains("there is no table 9: no page has more than 2 data tables"),
        "{}",
        stderr(&missing)
    );
}

#[test]
fn tables_that_are_not_displayed_are_for_scripts_and_empty_rows_for_nobody() {
    let folder = folder();
    let html = "<style>.gone{display:none}</style><table class=gone><tr><th>A<th>B<tr><td>1<td>2</table>\
        <table><tr><th colspan=2>A title that is longer than both of its columns<tr><th>C<th>D<tr><td><td><tr><td>3<td>4</table>";
    let path = write(folder.path(), "shop.html", html.as_bytes());
    let page = path.to_str().unwrap();
    let line = json_lines(&lode(&["tables", page, "--format", "jsonl"])).remove(0);
    assert_eq!(line["tables"][0]["displayed"], false);
    assert_eq!(line["tables"][1].get("displayed"), None);
    let output = lode(&["tables", page]);
    let shown = stdout(&output);
    assert!(shown.contains("1 data table, 1 more not displayed (2 table elements)"), "{shown}");
    assert!(shown.contains("  A title that is longer than both of its columns\n  C     D\n"), "{shown}");
    assert!(shown.contains("\n  3     4\n") && !shown.contains("\n  1     2"), "{shown}");
    assert!(!shown.contains("──\n\n"), "{shown}");
}

#[test]
fn a_page_without_data_tables_is_nothing_found_and_the_papers_method_can_be_had() {
    let folder = folder();
    let empty = write(folder.path(), "empty.html", b"<table><tr><td>x</table>");
    let output = lode(&["tables", empty.to_str().unwrap(), "--format", "jsonl"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(json_lines(&output)[0]["tables"][0]["data"], false, "every table is named all the same");
    let path = write(folder.path(), "inn.html", PRICES.as_bytes());
    let output = lode(&["tables", path.to_str().unwrap(), "--format", "jsonl", "--method", "paper"]);
    let tables = json_lines(&output).remove(0)["tables"].as_array().unwrap().clone();
    assert_eq!(tables.len(), 2, "the paper knows table elements only");
    assert_eq!(tables[0]["headers"][0], serde_json::json!([true, true, true]));
}

#[test]
fn standard_input_is_a_page_named_dash() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lode"))
        .args(["show", "-", "--format", "jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"<title>t</title><p>x").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(json_lines(&output)[0]["page"], "-");
}

#[test]
fn one_bad_page_gets_an_error_line_and_the_run_goes_on() {
    let folder = folder();
    let good = write(folder.path(), "good.html", b"<p>x");
    let bad = write(folder.path(), "bad.html", b"%PDF-1.7 ...");
    let args = ["tidy", bad.to_str().unwrap(), good.to_str().unwrap(), "--format", "jsonl"];
    let output = lode(&args);
    assert_eq!(output.status.code(), Some(0));
    let lines = json_lines(&output);
    assert_eq!(lines[0]["error"], "this is not HTML but PDF");
    assert!(lines[1]["xhtml"].as_str().unwrap().contains("<p>x</p>"));
    assert!(stderr(&output).contains("1 page, 1 failed"));
    assert_eq!(lode(&args[..2]).status.code(), Some(2), "nothing but bad pages");
}

#[test]
fn what_cannot_be_read_is_named_with_what_to_do() {
    let output = lode(&["show", "no/such/page.html"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("error: cannot read no/such/page.html: there is no such file or folder\n  "));
    let output = lode(&["show", "http://10.1.2.3/"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("10.1.2.3 is not on the public web (a private network)"), "{}", stderr(&output));
    assert_eq!(lode(&["frobnicate"]).status.code(), Some(2));
    let empty = folder();
    assert_eq!(lode(&["show", empty.path().to_str().unwrap()]).status.code(), Some(1), "nothing found");
}

#[test]
fn an_output_file_appears_complete_or_not_at_all() {
    let folder = folder();
    let target = folder.path().join("b.svg");
    let output = lode(&["show", &example("bookshop"), "--format", "svg", "-o", target.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout.is_empty());
    let svg = std::fs::read_to_string(&target).unwrap();
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && svg.contains("The Old Harbour"));
    let missing = folder.path().join("no/such/folder/b.svg");
    let output = lode(&["show", &example("bookshop"), "-o", missing.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("check that its folder exists"));
}

#[test]
fn quiet_says_nothing_and_a_closed_pipe_is_no_error() {
    let output = lode(&["layout", EXAMPLES, "--quiet"]);
    assert!(output.stderr.is_empty() && !output.stdout.is_empty());
    let mut child = Command::new(env!("CARGO_BIN_EXE_lode"))
        .args(["layout", EXAMPLES])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn a_closed_pipe_or_a_full_disk_ends_the_run() {
    let page = example("bookshop");
    let mut args = vec!["layout"];
    args.extend(std::iter::repeat_n(page.as_str(), 500));
    let mut child = Command::new(env!("CARGO_BIN_EXE_lode"))
        .args(&args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let done: u32 = stderr(&output).split(' ').next().and_then(|count| count.parse().ok()).unwrap_or_default();
    assert!(done < 100, "{done} of 500 pages were read for nobody");
    if Path::new("/dev/full").exists() {
        args.extend(["-o", "/dev/full"]);
        let output = lode(&args);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("No space left"), "{}", stderr(&output));
    }
}

#[cfg(unix)]
#[test]
fn an_output_keeps_its_links_its_mode_and_its_kind() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = folder();
    let page = example("museum");
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let save = |target: &Path| {
        let output = lode(&["show", &page, "-o", target.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        output
    };
    // A file that is there, behind a link.
    std::fs::create_dir(folder.path().join("real")).unwrap();
    let real = write(folder.path(), "real/result.txt", b"old");
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o640)).unwrap();
    let link = folder.path().join("link.txt");
    symlink("real/result.txt", &link).unwrap();
    save(&link);
    assert!(link.is_symlink() && std::fs::read_to_string(&real).unwrap().contains("Museum"));
    assert_eq!(mode(&real), 0o640);
    // A link to a file that is not there yet.
    let dangling = folder.path().join("dangling.txt");
    symlink("real/new.txt", &dangling).unwrap();
    save(&dangling);
    assert!(dangling.is_symlink() && folder.path().join("real/new.txt").is_file());
    // A new file has the mode that this process gives new files.
    let plain = write(folder.path(), "plain.txt", b"");
    assert_eq!(mode(&folder.path().join("real/new.txt")), mode(&plain));
    // Devices are written to.
    save(Path::new("/dev/null"));
    assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
    assert!(stdout(&save(Path::new("/dev/stdout"))).contains("Museum"));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 4, "nothing temporary is left");
}

#[test]
fn a_failure_to_write_names_what_the_user_named() {
    let folder = folder();
    let missing = folder.path().join("none/result.txt");
    let output = lode(&["show", &example("museum"), "-o", missing.to_str().unwrap()]);
    let expected = format!("error: cannot write {}: No such file or directory (os error 2)\n", missing.display());
    assert!(stderr(&output).starts_with(&expected), "{}", stderr(&output));
    let output = lode(&["show", &example("museum"), "-o", folder.path().to_str().unwrap()]);
    assert!(stderr(&output).contains("it is a folder; name a file"), "{}", stderr(&output));
}

#[test]
fn documents_of_several_pages_go_into_a_folder() {
    for args in [&["show", EXAMPLES, "--format", "svg"][..], &["tidy", EXAMPLES], &["tidy", EXAMPLES, "-o", "x.xhtml"]]
    {
        let output = lode(args);
        assert_eq!((output.status.code(), stdout(&output)), (Some(2), ""), "{args:?}");
        assert!(stderr(&output).contains("with -o FOLDER/"), "{}", stderr(&output));
    }
    let folder = folder();
    let target = format!("{}/pictures/", folder.path().display());
    let output = lode(&["show", EXAMPLES, &example("museum"), "--format", "svg", "-o", &target]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let mut names: Vec<String> = std::fs::read_dir(&target)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["bookshop.svg", "hotels.svg", "museum-2.svg", "museum.svg"]);
    for name in names {
        let svg = std::fs::read_to_string(format!("{target}{name}")).unwrap();
        assert_eq!(svg.matches("<svg").count(), 1);
    }
    assert!(stdout(&lode(&["tidy", &example("museum")])).starts_with("<?xml"), "one page needs no folder");
}

#[test]
fn a_missing_input_among_others_costs_only_itself() {
    let output = lode(&["show", "none.html", &example("museum"), "--format", "jsonl"]);
    assert_eq!(output.status.code(), Some(0));
    let lines = json_lines(&output);
    assert_eq!(lines[0]["page"], "none.html");
    assert_eq!(lines[0]["error"], "cannot read none.html: there is no such file or folder");
    assert_eq!(lines[1]["title"], "Visit | Museum of Tides");
    assert!(stderr(&output).contains("1 page, 1 failed"));
    assert_eq!(lode(&["show", "none.html", "neither.html"]).status.code(), Some(2));
    let output = lode(&["show", "-", "-"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("error: the standard input (-) can be read only once\n"));
}

#[test]
fn layouts_as_tables_have_a_head_and_styles_and_as_text_say_who_made_them() {
    let output = lode(&["layout", EXAMPLES, "--format", "csv"]);
    assert!(stdout(&output).starts_with("page,path,x,y,width,height\n"));
    assert_eq!(stdout(&output).matches("page,path").count(), 1);
    let output = lode(&["layout", &example("museum"), "--format", "csv", "--styles"]);
    let mut lines = stdout(&output).lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    assert_eq!(head.len(), 14);
    assert!(lines.all(|line| line.split(',').count() == head.len()));
    assert!(stdout(&output).contains(",block,true,"));
    let folder = folder();
    let page = write(folder.path(), "p.html", b"<link rel=stylesheet href=none.css><p>x");
    let output = lode(&["layout", page.to_str().unwrap()]);
    assert!(stdout(&output).contains("\nboxes by the embedded engine"));
    assert!(stdout(&output).contains("\nnote: 1 linked stylesheet"));
}

#[test]
fn completions_and_man_pages_are_generated() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(stdout(&lode(&["completions", shell])).contains("lode"));
    }
    assert!(stdout(&lode(&["man"])).contains(".TH lode"));
    let folder = folder();
    assert_eq!(lode(&["man", "-o", folder.path().to_str().unwrap()]).status.code(), Some(0));
    assert!(folder.path().join("lode-layout.1").exists());
}

#[test]
fn chromium_lays_a_page_out_as_the_embedded_engine_does() {
    let boxes = |engine: &str| {
        let output = lode(&["layout", &example("hotels"), "--format", "jsonl", "--engine", engine]);
        assert_eq!(output.status.code(), Some(0), "cargo xtask test installs Chromium. {}", stderr(&output));
        let line = json_lines(&output).remove(0);
        assert_eq!(line["engine"], engine, "{}", line["notes"]);
        line["boxes"].as_array().unwrap().clone()
    };
    let (ours, theirs) = (boxes("embedded"), boxes("chromium"));
    assert_eq!(ours.len(), theirs.len());
    let agree = ours.iter().zip(&theirs).filter(|(ours, theirs)| {
        let edge = |entry: &serde_json::Value| entry["box"][0].as_f64().unwrap();
        (edge(ours) - edge(theirs)).abs() <= 4.0
    });
    assert!(agree.count() * 10 >= ours.len() * 9, "nine in ten left edges agree");
}
