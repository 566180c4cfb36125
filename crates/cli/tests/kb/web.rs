//! Pages of the web: they are kept as they came, and the archive and the statements agree.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::thread;

use crate::desk::{Desk, said, site};

/// Serves the files of a folder, one request a connection, as long as the test lives. Tells its address.
fn serve(folder: PathBuf) -> String {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let address = listener.local_addr().expect("its address");
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
            let path = lines.next().and_then(|line| line.split(' ').nth(1).map(str::to_owned)).unwrap_or_default();
            lines.find(String::is_empty);
            let answer = match fs::read(folder.join(path.trim_start_matches('/'))) {
                Ok(body) => {
                    let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}", body.len());
                    [head.as_bytes(), b"\r\nConnection: close\r\n\r\n", &body].concat()
                }
                Err(_) => b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".to_vec(),
            };
            // Whoever has gone does not hear it.
            let _ = stream.write_all(&answer);
        }
    });
    format!("http://{address}")
}

#[test]
fn pages_of_the_web_are_kept_with_what_they_tell() {
    let desk = Desk::new();
    site(&desk.path("pages"), 0..6);
    let address = serve(desk.path("pages"));
    let urls: Vec<String> = (0..6).map(|number| format!("{address}/{number:03}.html")).collect();
    let populate = |urls: &[String]| {
        let mut command = desk.command(&["populate", "kb", "--ontology", "islands.ttl", "--allow-net", "127.0.0.1/32"]);
        command.args(urls).output().expect("lode runs")
    };
    said(&populate(&urls[..5]), 0);
    let verify = || desk.command(&["kb", "verify", "kb"]).output().expect("lode runs");
    let whole = said(&verify(), 0);
    assert!(whole.contains("records in the archive"), "{whole}");

    // The archive is one that everybody can read, and statements have the time at which the page came.
    let kept = desk.out(&["segments", "kb/archive/pages.warc.gz", "--format", "jsonl"]);
    assert_eq!(kept.lines().filter(|line| line.contains("archipelago")).count(), 5, "{kept}");
    let asked = desk.rows("SELECT DISTINCT ?time { GRAPH <urn:lode:sources> { ?p prov:generatedAtTime ?time } }");
    assert!(!asked.is_empty());

    // What was never committed does not count, and goes when something else is kept.
    let archive = desk.path("kb/archive/pages.warc.gz");
    let committed = fs::read(&archive).expect("the archive");
    fs::write(&archive, [&committed[..], b"half a record"].concat()).expect("the archive");
    said(&verify(), 0);
    said(&populate(&urls[5..]), 0);
    let longer = fs::read(&archive).expect("the archive");
    assert!(longer.starts_with(&committed) && !longer[committed.len()..].starts_with(b"half"));
    said(&verify(), 0);
    assert_eq!(desk.rows("SELECT ?i { ?i a :Island }").len(), 6);

    // A byte that changes by itself is seen, and nothing is added to an archive that lost something.
    let mut damaged = longer.clone();
    let middle = committed.len() - 40;
    damaged[middle] ^= 0xFF;
    fs::write(&archive, &damaged).expect("the archive");
    let damage = said(&verify(), 2);
    assert!(damage.contains("the record at byte"), "{damage}");
    fs::write(&archive, &longer[..committed.len() / 2]).expect("the archive");
    assert!(said(&populate(&urls[..1]), 2).contains("had been written"));
    assert_eq!(desk.rows("SELECT ?i { ?i a :Island }").len(), 6, "nothing stored is lost");
}
