//! The index of an archive (CDXJ): one sorted line for each record, by which replay tools and others find it without
//! reading the archive.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use serde::Serialize;
use tempfile::TempPath;
use url::Url;

use super::Place;

/// One line of the index.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) url: String,
    /// As it stands in the record.
    pub(crate) date: String,
    pub(crate) mime: String,
    pub(crate) status: u16,
    pub(crate) digest: String,
    pub(crate) place: Place,
}

#[derive(Serialize)]
struct Fields<'a> {
    url: &'a str,
    mime: &'a str,
    status: String,
    digest: &'a str,
    length: String,
    offset: String,
    filename: &'a str,
}

/// Writes the index of an archive in one step. The entries may come in any order.
pub(crate) fn write_index(path: &Path, archive: &str, entries: impl Iterator<Item = Entry>) -> io::Result<()> {
    let mut lines: Vec<String> = entries.map(|entry| line(&entry, archive)).collect();
    lines.sort_unstable();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Whoever writes the index holds the archive, so that what is there by this name was left by a killed run.
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = folder.join(format!(".lode-{name}"));
    let mut file = BufWriter::new(File::create(&temporary)?);
    let temporary = TempPath::try_from_path(temporary)?;
    for line in &lines {
        writeln!(file, "{line}")?;
    }
    file.flush()?;
    temporary.persist(path)?;
    Ok(())
}

fn line(entry: &Entry, archive: &str) -> String {
    let fields = Fields {
        url: &entry.url,
        mime: &entry.mime,
        status: entry.status.to_string(),
        digest: &entry.digest,
        length: entry.place.length.to_string(),
        offset: entry.place.offset.to_string(),
        filename: archive,
    };
    let digits: String = entry.date.chars().filter(char::is_ascii_digit).take(14).collect();
    format!("{} {digits} {}", sort_key(&entry.url), serde_json::to_string(&fields).unwrap_or_default())
}

/// The address turned around, so that what belongs together stands together (SURT).
fn sort_key(address: &str) -> String {
    let Ok(url) = Url::parse(address) else { return address.to_owned() };
    let mut labels: Vec<&str> = url.host_str().unwrap_or_default().split('.').collect();
    if url.domain().is_some() {
        labels.reverse();
    } else {
        labels = vec![url.host_str().unwrap_or_default()];
    }
    let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
    format!("{}{port}){}{query}", labels.join(","), url.path()).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_sorted_by_site() {
        let entry = |url: &str| Entry {
            url: url.to_owned(),
            date: "2016-10-05T18:24:19.000123Z".to_owned(),
            mime: "text/html".to_owned(),
            status: 200,
            digest: "sha1:A".to_owned(),
            place: Place { offset: 7, length: 9 },
        };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cdxj");
        let entries = ["http://www.b.example/P?q=1", "http://127.0.0.1:80/", "http://a.example:81/"].map(entry);
        write_index(&path, "a.warc.gz", entries.into_iter()).unwrap();
        expect_test::expect![[r#"
            127.0.0.1)/ 20161005182419 {"url":"http://127.0.0.1:80/","mime":"text/html","status":"200","digest":"sha1:A","length":"9","offset":"7","filename":"a.warc.gz"}
            example,a:81)/ 20161005182419 {"url":"http://a.example:81/","mime":"text/html","status":"200","digest":"sha1:A","length":"9","offset":"7","filename":"a.warc.gz"}
            example,b,www)/p?q=1 20161005182419 {"url":"http://www.b.example/P?q=1","mime":"text/html","status":"200","digest":"sha1:A","length":"9","offset":"7","filename":"a.warc.gz"}
        "#]]
        .assert_eq(&std::fs::read_to_string(&path).unwrap());
    }
}
