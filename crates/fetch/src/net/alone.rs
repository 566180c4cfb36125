//! Where large things are unpacked, one at a time: a few kilobytes may become many megabytes, and there is no end of
//! servers that send such. It is one thread for all, since allocators keep for each thread what it has used.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Sender, channel};
use std::thread::Builder;

type Work = Box<dyn FnOnce() + Send>;

/// A thread that does one thing after the other.
#[derive(Debug)]
pub(super) struct Alone {
    todo: Sender<Work>,
}

impl Alone {
    pub(super) fn new() -> io::Result<Alone> {
        let (todo, work) = channel::<Work>();
        // It ends when nobody can send it anything any longer.
        Builder::new().name("lode-unpack".to_owned()).spawn(move || work.into_iter().for_each(|work| work()))?;
        Ok(Alone { todo })
    }

    /// Has something done, and waits for it. If it panics, so does this.
    pub(super) fn do_alone<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> io::Result<T> {
        let (done, result) = channel();
        let work = move || {
            // If nobody waits any longer, the run is over.
            let _ = done.send(catch_unwind(AssertUnwindSafe(work)));
        };
        self.todo.send(Box::new(work)).map_err(|_| io::ErrorKind::BrokenPipe)?;
        result.recv().map_err(io::Error::other)?.or_else(|panic| resume_unwind(panic))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_done_and_a_panic_harms_nobody_else() {
        let alone = Alone::new().unwrap();
        assert_eq!(alone.do_alone(|| 7).unwrap(), 7);
        let broken = catch_unwind(AssertUnwindSafe(|| alone.do_alone(|| -> u8 { panic!("on purpose") })));
        assert!(broken.is_err());
        assert_eq!(alone.do_alone(|| 8).unwrap(), 8);
    }
}
