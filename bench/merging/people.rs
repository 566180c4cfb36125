//! Made-up people with known duplicates, alike for the same seed on every machine. No real name is in it.
//!
//! One in twenty is a copy of another, as a second site would have it: slips of the keyboard, initials, abbreviated
//! streets and companies, fields that are missing, people who have moved. Everybody else may share names, streets,
//! cities and employers with others, as people do. Not a model of any country; only the standard library is used.

/// The fields of a person, in order.
pub(crate) const FIELDS: [&str; 8] = ["first", "last", "company", "street", "city", "phone", "email", "born"];

/// A made-up person. Fields that are not known are empty.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    /// The person's number in the world: copies of one have the same.
    pub(crate) who: u32,
    /// By the order of [`FIELDS`].
    pub(crate) fields: [String; FIELDS.len()],
}

/// So many records, of which one in twenty is a copy, in a mixed order.
pub(crate) fn people(count: usize, seed: u64) -> Vec<Person> {
    let mut dice = Dice(seed);
    let world = World::new(&mut dice);
    let copies = count / 20;
    let mut records: Vec<Person> = Vec::with_capacity(count);
    for who in 0..count - copies {
        records.push(world.person(who as u32, &mut dice));
    }
    for _ in 0..copies {
        let of = dice.below(count - copies);
        let copy = world.copy(&records[of], &mut dice);
        records.push(copy);
    }
    for at in (1..records.len()).rev() {
        records.swap(at, dice.below(at + 1));
    }
    // Some of what everybody has is not known of everybody.
    for record in &mut records {
        for (field, missing) in [(2, 15), (3, 5), (5, 15), (6, 25), (7, 15)] {
            if dice.percent(missing) {
                record.fields[field].clear();
            }
        }
    }
    records
}

/// A generator of random numbers (SplitMix64).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut number = self.0;
        number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        number ^ (number >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of a list, of which the first are the commonest: about as names are.
    fn common<'a>(&mut self, list: &'a [String]) -> &'a str {
        let even = (self.next() >> 11) as f64 / (1_u64 << 53) as f64;
        &list[((list.len() as f64 * even * even * even) as usize).min(list.len() - 1)]
    }

    fn letter(&mut self) -> char {
        char::from(b'a' + self.below(26) as u8)
    }
}

/// The names that there are.
struct World {
    firsts: Vec<String>,
    lasts: Vec<String>,
    streets: Vec<String>,
    cities: Vec<String>,
}

const SYLLABLES: [&str; 40] = [
    "ka", "lo", "mi", "ra", "ti", "so", "ne", "vi", "da", "be", "ro", "sa", "li", "no", "ma", "te", "ju", "an", "el",
    "or", "is", "en", "ar", "un", "ber", "gar", "hol", "lin", "mar", "nor", "pet", "ros", "sten", "tor", "vik", "wal",
    "zim", "fel", "dor", "kel",
];

const FORMS: [[&str; 3]; 4] = [
    ["Limited", "Ltd", "Ltd."],
    ["Incorporated", "Inc", "Inc."],
    ["GmbH", "Gesellschaft mbH", "GmbH"],
    ["Company", "Co", "Co."],
];

const WAYS: [[&str; 2]; 4] = [["Street", "St."], ["Road", "Rd."], ["Avenue", "Ave."], ["Lane", "Ln."]];

impl World {
    fn new(dice: &mut Dice) -> World {
        let mut names = |count: usize, syllables: [usize; 2]| -> Vec<String> {
            let mut name = |_| {
                let count = syllables[0] + dice.below(syllables[1] - syllables[0] + 1);
                let name: String = (0..count).map(|_| SYLLABLES[dice.below(SYLLABLES.len())]).collect();
                name[..1].to_uppercase() + &name[1..]
            };
            (0..count).map(&mut name).collect()
        };
        World {
            firsts: names(2000, [2, 3]),
            lasts: names(40_000, [2, 4]),
            streets: names(6000, [2, 3]),
            cities: names(2500, [2, 3]),
        }
    }

    fn person(&self, who: u32, dice: &mut Dice) -> Person {
        let (first, last) = (dice.common(&self.firsts).to_owned(), dice.common(&self.lasts).to_owned());
        let company = format!("{} {}", dice.common(&self.lasts), FORMS[dice.below(FORMS.len())][0]);
        let phone = format!("0{} {}", 10 + dice.below(90), 1_000_000 + dice.below(9_000_000));
        let (year, month, day) = (1935 + dice.below(70), 1 + dice.below(12), 1 + dice.below(28));
        let at = dice.common(&self.lasts).to_lowercase();
        let email = format!("{}.{}{}@{at}.example", first.to_lowercase(), last.to_lowercase(), dice.below(100));
        let born = format!("{year}-{month:02}-{day:02}");
        let (street, city) = (self.street(dice), dice.common(&self.cities).to_owned());
        Person { who, fields: [first, last, company, street, city, phone, email, born] }
    }

    fn street(&self, dice: &mut Dice) -> String {
        format!("{} {} {}", 1 + dice.below(250), dice.common(&self.streets), WAYS[dice.below(WAYS.len())][0])
    }

    /// The same person as another site has it.
    fn copy(&self, person: &Person, dice: &mut Dice) -> Person {
        let mut copy = person.clone();
        let [first, last, company, street, city, phone, email, born] = &mut copy.fields;
        if dice.percent(15) {
            first.truncate(1);
            first.push('.');
        }
        if dice.percent(5) {
            *last = dice.common(&self.lasts).to_owned();
        }
        for form in FORMS {
            if company.ends_with(form[0]) && dice.percent(50) {
                *company = company.replace(form[0], form[1 + dice.below(2)]);
                break;
            }
        }
        for way in WAYS {
            if dice.percent(50) {
                *street = street.replace(way[0], way[1]);
            }
        }
        if dice.percent(12) {
            *street = self.street(dice);
            *city = dice.common(&self.cities).to_owned();
        }
        if dice.percent(15) {
            *phone = format!("0{} {}", 10 + dice.below(90), 1_000_000 + dice.below(9_000_000));
        } else if dice.percent(30) {
            *phone = phone.replace(' ', "-");
        }
        if dice.percent(15) {
            *email = format!(
                "{}{}@{}.example",
                first.to_lowercase().replace('.', ""),
                dice.below(1000),
                dice.common(&self.lasts).to_lowercase()
            );
        }
        if dice.percent(5) {
            born.replace_range(8..10, "01");
        }
        for field in [first, last, company, street, city] {
            if dice.percent(15) {
                *field = slipped(field, dice);
            }
        }
        for field in &mut copy.fields {
            if dice.percent(8) {
                field.clear();
            }
        }
        copy
    }
}

/// A text with one slip of the keyboard.
pub(crate) fn slipped(text: &str, dice: &mut Dice) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    if letters.len() < 3 {
        return text.to_owned();
    }
    let at = dice.below(letters.len() - 1);
    match dice.below(4) {
        0 => drop(letters.remove(at)),
        1 => letters.insert(at, dice.letter()),
        2 => letters[at] = dice.letter(),
        _ => letters.swap(at, at + 1),
    }
    letters.into_iter().collect()
}
