//! How one site writes prices, telephone numbers and the like: each site has its own manner and keeps to it.

use crate::random::Random;
use crate::world::{Currency, Value};

#[derive(Clone)]
pub(crate) struct Formats {
    money: usize,
    has_cents: bool,
    rating: usize,
    phone: usize,
    hours: usize,
    address: usize,
    isbn_has_hyphens: bool,
    city: String,
    currency: Currency,
}

impl Formats {
    pub(crate) fn draw(random: &mut Random, city: &str, currency: Currency) -> Self {
        Self {
            money: random.below(4),
            has_cents: random.chance(40),
            rating: random.below(4),
            phone: random.below(4),
            hours: random.below(3),
            address: random.below(3),
            isbn_has_hyphens: random.chance(60),
            city: city.to_owned(),
            currency,
        }
    }

    pub(crate) fn write(&self, value: &Value) -> String {
        match value {
            Value::Text(text) => text.clone(),
            Value::Money(cents) => self.money(*cents),
            Value::Rating(tenths) => self.rating(*tenths),
            Value::Phone(area, number) => self.phone(*area, *number),
            Value::Street(street, number) => self.address(street, *number),
            Value::Hours(days, open, close) => self.hours(days, *open, *close),
            Value::Isbn(digits) => self.isbn(digits),
        }
    }

    pub(crate) fn money(&self, cents: usize) -> String {
        let has_cents = self.has_cents || !cents.is_multiple_of(100);
        let amount = if has_cents { format!("{}.{:02}", cents / 100, cents % 100) } else { (cents / 100).to_string() };
        let Currency { symbol, code } = self.currency;
        match self.money {
            0 => format!("{symbol} {amount}"),
            1 => format!("{code} {amount}"),
            2 => format!("{amount} {symbol}"),
            _ => format!("{symbol}{amount}"),
        }
    }

    fn rating(&self, tenths: usize) -> String {
        let points = format!("{}.{}", tenths / 10, tenths % 10);
        match self.rating {
            0 => format!("{points} / 5"),
            1 => format!("{}.{} of 10", tenths * 2 / 10, tenths * 2 % 10),
            2 => format!("{points} stars"),
            _ => points,
        }
    }

    fn phone(&self, area: usize, number: usize) -> String {
        let (first, last) = (number / 1000, number % 1000);
        match self.phone {
            0 => format!("+99 {area} {first} {last:03}"),
            1 => format!("(0{area}) {number}"),
            2 => format!("0{area} / {first} {last:03}"),
            _ => format!("0{area}-{first}-{last:03}"),
        }
    }

    fn hours(&self, days: &str, open: usize, close: usize) -> String {
        match self.hours {
            0 => format!("{days} {open}:00 – {close}:00"),
            1 => format!("{days}, {} – {}", half_day(open), half_day(close)),
            _ => format!("{open}.00–{close}.00 ({days})"),
        }
    }

    fn address(&self, street: &str, number: usize) -> String {
        match self.address {
            0 => format!("{street} {number}"),
            1 => format!("{number} {street}, {}", self.city),
            _ => format!("{street} {number}, {}", self.city),
        }
    }

    /// Thirteen digits, the last of which proves the others.
    fn isbn(&self, digits: &[usize]) -> String {
        let all: Vec<usize> = [9, 7, 8].into_iter().chain(digits.iter().copied()).collect();
        let sum: usize = all.iter().enumerate().map(|(at, digit)| digit * (1 + 2 * (at % 2))).sum();
        let text: String = all.iter().chain([&((10 - sum % 10) % 10)]).map(usize::to_string).collect();
        if self.isbn_has_hyphens {
            format!("{}-{}-{}-{}-{}", &text[..3], &text[3..4], &text[4..8], &text[8..12], &text[12..])
        } else {
            text
        }
    }
}

fn half_day(hour: usize) -> String {
    match hour {
        12 => "12 noon".to_owned(),
        13.. => format!("{} pm", hour - 12),
        _ => format!("{hour} am"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formats(manner: usize) -> Formats {
        Formats {
            money: manner,
            has_cents: false,
            rating: manner,
            phone: manner,
            hours: manner,
            address: manner,
            isbn_has_hyphens: manner == 0,
            city: "Varna".to_owned(),
            currency: Currency { symbol: "€", code: "EUR" },
        }
    }

    #[test]
    fn sites_write_the_same_value_in_their_own_manner() {
        assert_eq!(formats(0).write(&Value::Money(8900)), "€ 89");
        assert_eq!(formats(1).write(&Value::Money(890)), "EUR 8.90");
        assert_eq!(formats(1).write(&Value::Rating(45)), "9.0 of 10");
        assert_eq!(formats(0).write(&Value::Phone(1, 550_012)), "+99 1 550 012");
        assert_eq!(formats(1).write(&Value::Hours("daily", 10, 18)), "daily, 10 am – 6 pm");
        let digits = vec![0, 3, 0, 6, 4, 0, 6, 1, 5];
        assert_eq!(formats(0).write(&Value::Isbn(digits.clone())), "978-0-3064-0615-7");
        assert_eq!(formats(1).write(&Value::Isbn(digits)), "9780306406157");
    }
}
