//! One page from one file or from the standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::SystemTime;

use page::Capture;

use super::{Captured, Item, MAX_BODY, Origin, ReadError, shown};

/// Reads a page's file; its time is when the file was last written.
pub(super) fn read_page(path: &Path) -> Item {
    let name = shown(path);
    let captured = match read_file(path) {
        Ok((body, time)) => {
            let capture = Capture { time, ..Capture::new(name.clone(), body) };
            Ok(Captured { capture, origin: Origin::File(path.to_owned()) })
        }
        Err(cause) => Err(ReadError::File { path: path.to_owned(), cause }),
    };
    Item { name, captured }
}

/// Reads the one page that the standard input is.
pub(super) fn read_stdin() -> Item {
    let name = "-".to_owned();
    let captured = read_bounded(io::stdin().lock())
        .map(|body| Captured { capture: Capture::new(name.clone(), body), origin: Origin::None })
        .map_err(|cause| ReadError::File { path: "standard input".into(), cause });
    Item { name, captured }
}

fn read_file(path: &Path) -> io::Result<(Vec<u8>, Option<SystemTime>)> {
    let file = File::open(path)?;
    let time = file.metadata().and_then(|metadata| metadata.modified()).ok();
    Ok((read_bounded(file)?, time))
}

fn read_bounded(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    reader.take(MAX_BODY as u64).read_to_end(&mut body)?;
    Ok(body)
}
