//! Labels of blank nodes. In a file a label means something within this file alone, and what has no label gets a
//! random one from the parser. Here each gets the mark of its file, which is made of the file's bytes: the same file
//! says the same again, and two files never speak of the same node by accident. A label with a mark is kept as it is,
//! so that what was written out and is read again is known again.

use std::hash::Hasher as _;
use std::io::{self, Read};

use oxrdf::BlankNode;
use rustc_hash::FxHashMap;
use siphasher::sip::SipHasher13;

/// Digits of a mark.
const DIGITS: usize = 12;

/// What tells the blank nodes of a file from those of others.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Mark(u64);

impl Mark {
    /// Of a file with these bytes.
    ///
    /// # Errors
    ///
    /// If they cannot be read to their end.
    pub fn of(mut input: impl Read) -> io::Result<Mark> {
        let mut hasher = SipHasher13::new();
        let mut buffer = vec![0; 1 << 16];
        loop {
            match input.read(&mut buffer) {
                Ok(0) => return Ok(Mark(hasher.finish() >> (64 - 4 * DIGITS))),
                Ok(length) => hasher.write(&buffer[..length]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// The labels of a file's blank nodes.
#[derive(Debug)]
pub(crate) struct Labels {
    mark: Mark,
    numbers: Numbers,
}

impl Labels {
    pub(crate) fn new(mark: Mark) -> Labels {
        Labels { mark, numbers: Numbers::default() }
    }

    /// The node as it is called here.
    pub(crate) fn own(&mut self, node: &BlankNode) -> BlankNode {
        let Mark(mark) = self.mark;
        BlankNode::new_unchecked(match self.numbers.of(node) {
            Some(number) => format!("b{mark:0DIGITS$x}-{number}"),
            None if is_marked(node.as_str()) => return node.clone(),
            None => format!("b{mark:0DIGITS$x}_{}", node.as_str()),
        })
    }
}

fn is_marked(label: &str) -> bool {
    let Some((mark, name)) = label.strip_prefix('b').and_then(|rest| rest.split_at_checked(DIGITS)) else {
        return false;
    };
    let is_hexadecimal = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    mark.bytes().all(is_hexadecimal) && name.starts_with(['-', '_']) && name.len() > 1
}

/// Numbers in the place of the random labels that nodes without a label get, in the order in which they come.
#[derive(Debug, Default)]
pub(crate) struct Numbers(FxHashMap<u128, u32>);

impl Numbers {
    /// The number of a node, if its label is a random one.
    pub(crate) fn of(&mut self, node: &BlankNode) -> Option<u32> {
        /// Digits of a random label, which has 32 but for zeros before the first. Those that people write are hardly
        /// ever as long, and only get a number if they are.
        const RANDOM: usize = 20;
        let id = node.as_ref().unique_id().filter(|_| node.as_str().len() >= RANDOM)?;
        let next = self.0.len() as u32 + 1;
        Some(*self.0.entry(id).or_insert(next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_gets_one_mark_and_keeps_it() {
        let mark = Mark::of(&b"a file"[..]).unwrap();
        assert_eq!(mark, Mark::of(&b"a file"[..]).unwrap());
        assert_ne!(mark, Mark::of(&b"another"[..]).unwrap());
        let once = Labels::new(mark).own(&BlankNode::new("node").unwrap());
        assert!(once.as_str().ends_with("_node"), "{once}");
        let other = Mark::of(&b"another"[..]).unwrap();
        assert_eq!(Labels::new(other).own(&once), once);
        for label in ["b1", "bank-1", "b0123456789ab", "b0123456789ab-", "b0123456789aé-1"] {
            assert!(!is_marked(label), "{label}");
        }
    }

    #[test]
    fn nodes_without_a_label_are_numbered() {
        let mut labels = Labels::new(Mark::default());
        let [a, b] = [0xa000_0000_0000_0000_0000_0000_0000_0001, 0xb000_0000_0000_0000_0000_0000_0000_0002]
            .map(BlankNode::new_from_unique_id);
        let called: Vec<String> = [&a, &b, &a].map(|node| labels.own(node).into_string()).to_vec();
        assert_eq!(called, ["b000000000000-1", "b000000000000-2", "b000000000000-1"]);
    }
}
