//! The real browser on hand-made pages. These tests need Chromium.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::thread;

use nix::sys::signal::{Signal, killpg};
use nix::unistd::{Pid, geteuid};
use page::{Capture, Color, Display, NodeId, NodeKind, Resource, TextAlign};

use super::*;

fn chromium() -> Chromium {
    chromium_with(ChromiumOptions::default())
}

fn chromium_with(options: ChromiumOptions) -> Chromium {
    Chromium::new(options).expect("this test needs Chromium, which `cargo xtask test` installs")
}

fn page(html: &str, sheets: &[(&str, &str)]) -> Page {
    let url = Some("http://site.example/folder/page.html#part".to_owned());
    let resources =
        sheets.iter().map(|(url, css)| Resource { url: (*url).to_owned(), body: css.as_bytes().to_vec() }).collect();
    Page::new(Capture { url, resources, ..Capture::new("page", html) })
}

fn element(page: &Page, id: &str) -> NodeId {
    page.tree.elements().find(|&node| page.tree.attr(node, "id") == Some(id)).expect("the page has this element")
}

fn text(page: &Page, text: &str) -> NodeId {
    let is_it = |&node: &NodeId| page.tree.kind(node) == NodeKind::Text && page.tree.text(node).trim() == text;
    page.tree.nodes().find(is_it).expect("the page has this text")
}

/// A rectangle as whole numbers.
fn rect(layout: &Layout, node: NodeId) -> Option<[i32; 4]> {
    let rect = layout.rect(node)?;
    Some([rect.x, rect.y, rect.width, rect.height].map(|value| value.round() as i32))
}

/// The group of the running browser's processes.
fn group(chromium: &Chromium) -> i32 {
    chromium.state().browser.as_ref().expect("the browser runs").group().as_raw()
}

/// Asks until it is so; says whether that came about in time.
fn comes_true(mut is_so: impl FnMut() -> bool) -> bool {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !is_so() {
        if Instant::now() > deadline {
            return false;
        }
        thread::park_timeout(Duration::from_millis(20));
    }
    true
}

/// Waits until no process of the group is left.
fn is_gone(group: i32) -> bool {
    comes_true(|| memory::members(group).is_empty())
}

#[test]
fn boxes_and_styles_come_back_to_their_nodes() {
    let page = page(
        "<!doctype html><style>body { margin: 0 } #a { position: absolute; left: 10px; top: 2000px; width: 300px; \
         height: 40px; font: italic bold 20px monospace; color: #f00; background: #0f08; text-align: right }</style>\
         <div id=a>text</div><div id=b><!-- c -->one<!-- c --> <i id=c>two</i> three</div>\
         <ul><li id=d>x</ul><table><tr id=e><td id=f>x</table><input autofocus style='margin-top: 5000px'>",
        &[],
    );
    let layout = chromium().lay_out(&page).unwrap();
    assert_eq!(layout.engine(), "chromium");
    assert_eq!(rect(&layout, element(&page, "a")), Some([10, 2000, 300, 40]));
    let style = layout.style(element(&page, "a")).unwrap();
    assert_eq!((style.font_size, style.font_weight, style.italic), (20.0, 700, true));
    assert_eq!((style.color, style.background), (Color([255, 0, 0, 255]), Color([0, 255, 0, 136])));
    assert_eq!((style.display, style.text_align), (Display::Block, TextAlign::Right));
    let display = |id| layout.style(element(&page, id)).unwrap().display;
    assert_eq!([display("b"), display("c"), display("d")], [Display::Block, Display::Inline, Display::ListItem]);
    assert_eq!([display("e"), display("f")], [Display::TablePart, Display::TableCell]);
    let [one, two, three] = ["one", "two", "three"].map(|word| layout.rect(text(&page, word)).unwrap());
    assert!(one.x == 0.0 && one.right() <= two.x && two.right() <= three.x);
    assert_eq!(layout.rect(element(&page, "c")).unwrap().width, two.width);
}

#[test]
fn what_is_not_seen_is_known() {
    let page = page(
        "<!doctype html><div id=none style='display: none'><p id=below>x</div>\
         <div id=contents style='display: contents'><p id=within>x</div>\
         <div style='opacity: 0'><p id=faint>x</p></div><p id=hidden style='visibility: hidden'>x</p>\
         <noscript id=noscript><p>x</noscript><script id=script>document.body.innerHTML = ''</script>\
         <template><p id=inert>x</template>",
        &[],
    );
    let layout = chromium().lay_out(&page).unwrap();
    let style = |id| layout.style(element(&page, id));
    for id in ["none", "noscript", "script"] {
        assert_eq!(style(id).unwrap().display, Display::None, "{id}");
        assert!(layout.rect(element(&page, id)).is_none());
    }
    assert!(style("below").is_none() && style("inert").is_none());
    assert_eq!(style("contents").unwrap().display, Display::Contents);
    assert!(layout.is_visible(element(&page, "within")));
    for id in ["faint", "hidden"] {
        assert!(!layout.is_visible(element(&page, id)) && layout.rect(element(&page, id)).is_some(), "{id}");
    }
}

#[test]
fn each_page_gets_its_own_stylesheets() {
    let chromium = chromium();
    let html = "<base href=http://other.example/x/><link rel=stylesheet href='../a.css#x' crossorigin><p id=p>x";
    for width in [100, 200] {
        let sheets = [
            ("http://other.example/a.css#x", "@import 'b.css'; p { height: 50px }".to_owned()),
            ("http://other.example/b.css", format!("p {{ width: {width}px }}")),
        ];
        let sheets: Vec<(&str, &str)> = sheets.iter().map(|(url, css)| (*url, css.as_str())).collect();
        let page = page(html, &sheets);
        let rect = rect(&chromium.lay_out(&page).unwrap(), element(&page, "p")).unwrap();
        assert_eq!((rect[2], rect[3]), (width, 50));
    }
}

#[test]
fn nothing_leaves_the_machine() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let host = listener.local_addr().unwrap().to_string();
    let html = format!(
        "<!doctype html><meta http-equiv=refresh content='0; url=http://{host}/r'>\
         <link rel=preconnect href=http://{host}><link rel=dns-prefetch href=//{host}>\
         <link rel=prefetch href=http://{host}/p><link rel=stylesheet \
         href=http://{host}/s.css><img src=http://{host}/i.png><iframe src=http://{host}/f></iframe>\
         <script src=http://{host}/j></script><video src=http://{host}/v autoplay></video><p id=p>x"
    );
    let page = page(&html, &[]);
    let chromium = chromium();
    let layout = chromium.lay_out(&page).unwrap();
    assert!(layout.is_visible(element(&page, "p")));
    // A second page gives the browser time to do what it should not.
    chromium.lay_out(&page).unwrap();
    assert!(listener.accept().is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock));
}

#[test]
fn the_browser_is_confined_and_cleans_up() {
    let chromium = chromium();
    let confinement = chromium.confinement().unwrap();
    assert_eq!(confinement.account.as_deref(), geteuid().is_root().then_some("nobody"));
    let group = group(&chromium);
    let profile = chromium.state().browser.as_ref().unwrap().profile_path().to_owned();
    assert!(profile.exists() && !memory::members(group).is_empty());
    drop(chromium);
    assert!(is_gone(group) && !profile.exists());
}

#[test]
fn a_browser_that_dies_costs_one_page() {
    let chromium = chromium();
    let page = page("<p id=p>x", &[]);
    chromium.lay_out(&page).unwrap();
    let first = group(&chromium);
    killpg(Pid::from_raw(first), Signal::SIGKILL).unwrap();
    let failure = chromium.lay_out(&page).unwrap_err();
    assert!(!failure.to_string().is_empty());
    chromium.lay_out(&page).unwrap();
    assert!(is_gone(first));
}

#[test]
fn a_page_that_takes_too_long_is_given_up() {
    let options = ChromiumOptions { time_per_page: Duration::from_millis(1), ..ChromiumOptions::default() };
    let chromium = chromium_with(options);
    chromium.confinement().unwrap();
    let group = group(&chromium);
    let failure = chromium.lay_out(&page("<p>x", &[])).unwrap_err();
    assert_eq!(failure.to_string(), "the browser took longer than 0.001 s");
    assert!(is_gone(group));
}

#[test]
fn a_browser_that_takes_too_much_memory_is_ended_and_in_the_end_given_up() {
    let chromium = chromium_with(ChromiumOptions { memory: 1 << 20, ..ChromiumOptions::default() });
    for _ in 0..MAX_FAILED_STARTS {
        assert!(matches!(chromium.confinement(), Err(BrowserError::TooMuchMemory(_))));
    }
    assert!(matches!(chromium.confinement(), Err(BrowserError::GivenUp)));
}

/// A stand-in for a browser whose sandbox does not work: it runs the real one only if that is to be off.
#[test]
fn the_sandbox_is_given_up_last_and_visibly() {
    let binary = chromium().binary;
    let script = std::env::temp_dir().join(format!("lode-test-{}-no-sandbox", std::process::id()));
    let text = format!(
        "case \"$*\" in *--no-sandbox*) exec {} \"$@\";; *) echo 'No usable sandbox!' >&2; exit 1;; esac",
        binary.display()
    );
    // Another process writes it: a file that we have open for writing cannot be run, and our forks would have it open.
    let write = format!("printf '#!/bin/sh\\n%s' \"$TEXT\" > {0} && chmod 755 {0}", script.display());
    assert!(Command::new("sh").arg("-c").arg(write).env("TEXT", text).status().unwrap().success());
    let with = |sandbox| chromium_with(ChromiumOptions { binary: Some(script.clone()), sandbox, ..Default::default() });
    let refused = with(SandboxPolicy::Required).confinement();
    let chromium = with(SandboxPolicy::Preferred);
    let sandbox = chromium.confinement().unwrap().sandbox;
    let layout = chromium.lay_out(&page("<p>x", &[]));
    std::fs::remove_file(&script).unwrap();
    assert!(matches!(refused, Err(BrowserError::DiedAtStart { said }) if said == "No usable sandbox!"));
    assert_eq!(sandbox, Sandbox::Off);
    layout.unwrap();
}

/// The test runs itself as another process, which starts a browser and is killed.
#[test]
fn a_killed_process_leaves_no_browser_behind() {
    const ROLE: &str = "LODE_TEST_HOLDS_A_BROWSER";
    if std::env::var_os(ROLE).is_some() {
        let chromium = chromium();
        chromium.lay_out(&page("<p>x", &[])).unwrap();
        println!("group {}", group(&chromium));
        let _ = std::io::stdin().read(&mut [0]);
        return;
    }
    let mut holder = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "browser::tests::a_killed_process_leaves_no_browser_behind", "--nocapture"])
        .env(ROLE, "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(holder.stdout.take().unwrap()).lines();
    let group = lines.map_while(Result::ok).find_map(|line| line.split_once("group ")?.1.trim().parse().ok());
    let group: i32 = group.expect("the other process started a browser");
    assert!(!memory::members(group).is_empty());
    holder.kill().unwrap();
    holder.wait().unwrap();
    assert!(is_gone(group));
    // It could not remove its folder, so the next one to start a browser does. Other tests may be at it already.
    let left_behind = std::env::temp_dir().join(format!("lode-chromium-{}-0", holder.id()));
    assert!(comes_true(|| {
        drop(profile::Profile::make(account::for_browser().as_ref()).unwrap());
        !left_behind.exists()
    }));
}
