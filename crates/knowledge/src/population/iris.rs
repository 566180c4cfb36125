//! IRIs of individuals: the class, and a number that is the same whenever the same page is read.
//!
//! The number is made of the class, of where the page is from (its address, else its name as it was given), and of what
//! tells the individual from others on the page: nothing for what the page is about; the name for one of several, or
//! its place if it has none. So a harvest that finds more values, or finds the same on another day, names the same
//! individual.

/// What tells an individual from others on its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark<'a> {
    /// It is what the page is about.
    Main,
    /// Its name, and which of several with that name it is, from 0.
    Named(&'a str, usize),
    /// Its place among those without a name, from 0.
    Placed(usize),
}

/// The IRI of an individual of a class on a page.
pub fn individual_iri(class: &str, page: &str, mark: Mark<'_>) -> String {
    let mut hash = Hash::new();
    hash.add(class);
    hash.add(page);
    match mark {
        Mark::Main => hash.add("main"),
        Mark::Named(name, which) => {
            hash.add("named");
            hash.add(name);
            hash.add(&which.to_string());
        }
        Mark::Placed(place) => {
            hash.add("placed");
            hash.add(&place.to_string());
        }
    }
    format!("{class}-{}", hash.number())
}

/// FNV-1a with 128 bits: what it makes of a text is written down and does not depend on machine, version or build.
pub(super) struct Hash(u128);

impl Hash {
    pub(super) fn new() -> Hash {
        Hash(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }

    /// A part, with its end: two parts never read as others.
    pub(super) fn add(&mut self, part: &str) {
        for byte in part.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }

    /// The number of all parts, in hexadecimal digits.
    pub(super) fn number(&self) -> String {
        format!("{:024x}", self.0 >> 32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iris_stay_and_differ() {
        let class = "http://x.example/o#Firm";
        let iri = |page: &str, mark: Mark<'_>| individual_iri(class, page, mark);
        // Knowledge bases hold these: a change here would make each individual anew.
        assert_eq!(iri("p.html", Mark::Main), "http://x.example/o#Firm-ce0666de1e52c4cdf25b5802");
        let all = [
            iri("p.html", Mark::Main),
            iri("q.html", Mark::Main),
            iri("p.html", Mark::Named("main", 0)),
            iri("p.html", Mark::Named("main", 1)),
            iri("p.html", Mark::Placed(0)),
            iri("p.html", Mark::Placed(1)),
        ];
        for (number, one) in all.iter().enumerate() {
            assert!(all[..number].iter().all(|other| other != one));
        }
    }
}
