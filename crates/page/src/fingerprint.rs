//! The one hash for whatever is stored, or compared with what another run has stored: SipHash-1-3 without a secret,
//! over bytes whose order and lengths are spelt out here. It is the same on every machine and in every version, which
//! no hasher of a hash table promises.

use std::hash::Hasher as _;

use siphasher::sip::SipHasher13;

/// A hash in the making.
#[derive(Clone, Default, Debug)]
pub struct Fingerprint(SipHasher13);

impl Fingerprint {
    /// Of nothing yet.
    pub fn new() -> Fingerprint {
        Fingerprint::default()
    }

    /// With these bytes, told apart from those before and behind by their number.
    pub fn bytes(&mut self, bytes: &[u8]) -> &mut Fingerprint {
        self.0.write(&(bytes.len() as u64).to_le_bytes());
        self.0.write(bytes);
        self
    }

    /// With this text.
    pub fn text(&mut self, text: &str) -> &mut Fingerprint {
        self.bytes(text.as_bytes())
    }

    /// With a text that may not be there, which is something else than one without letters.
    pub fn maybe(&mut self, text: Option<&str>) -> &mut Fingerprint {
        match text {
            Some(text) => self.number(1).text(text),
            None => self.number(0),
        }
    }

    /// With this number.
    pub fn number(&mut self, number: u64) -> &mut Fingerprint {
        self.0.write(&number.to_le_bytes());
        self
    }

    /// What it comes to.
    pub fn finish(&self) -> u64 {
        self.0.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_what_it_was() {
        // These numbers are in files of users: they must never change.
        assert_eq!(Fingerprint::new().finish(), 0xd1fb_a762_150c_532c);
        assert_eq!(Fingerprint::new().text("a").text("b").number(7).maybe(None).finish(), 0xb007_232a_5886_a762);
        assert_ne!(Fingerprint::new().text("ab").finish(), Fingerprint::new().text("a").text("b").finish());
        assert_ne!(Fingerprint::new().maybe(None).finish(), Fingerprint::new().maybe(Some("")).finish());
    }
}
