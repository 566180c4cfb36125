//! What kind of value a text is: number, money, share, quantity, date, address on the web, or plain words.
//!
//! By its characters alone, so that it works for any language that writes digits; a few words (months, currencies)
//! help. No value is parsed: nobody here needs to know how much.

/// The kind of a cell's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueKind {
    /// Nothing.
    Empty,
    /// A stand-in for nothing: a dash, "n/a".
    Dash,
    /// A bare number, or several as in a range or a score.
    Number,
    /// A number with a percent sign.
    Percent,
    /// A number with a currency.
    Money,
    /// A number with a unit or a word behind it.
    Quantity,
    /// A date, or a year.
    Date,
    /// A time of day or a duration.
    Time,
    /// An address on the web.
    Url,
    /// An address for mail.
    Email,
    /// Letters and digits in one word: a model, a reference.
    Code,
    /// Words.
    Words,
    /// Sentences.
    Prose,
}

impl ValueKind {
    /// Of a text that is folded. Trailing references such as `[1]` are not part of the value.
    pub fn of(text: &str) -> ValueKind {
        let text = without_references(text);
        if text.is_empty() {
            return ValueKind::Empty;
        }
        if is_dash(text) {
            return ValueKind::Dash;
        }
        if text.starts_with("http://") || text.starts_with("https://") || text.starts_with("www.") {
            return ValueKind::Url;
        }
        if is_email(text) {
            return ValueKind::Email;
        }
        let shape = Shape::of(text);
        if shape.digits == 0 {
            // `$$` is a class of prices.
            if shape.has_currency && shape.letters + shape.ideographs == 0 {
                return ValueKind::Money;
            }
            return if is_prose(text) { ValueKind::Prose } else { ValueKind::Words };
        }
        shape.kind(text)
    }

    /// Whether the text is a value by its form, so rarely the name of anything.
    pub fn is_value(self) -> bool {
        use ValueKind::*;
        matches!(self, Dash | Number | Percent | Money | Quantity | Date | Time | Url | Email)
    }

    /// Whether there is something in the cell.
    pub fn is_filled(self) -> bool {
        !matches!(self, ValueKind::Empty | ValueKind::Dash)
    }

    /// Coarse families within which a column may vary and still be of one kind.
    pub fn family(self) -> Family {
        use ValueKind::*;
        match self {
            Empty | Dash => Family::Nothing,
            Number | Quantity | Code | Money => Family::Number,
            Percent => Family::Share,
            Date | Time => Family::Date,
            Url | Email => Family::Address,
            Words => Family::Words,
            Prose => Family::Prose,
        }
    }
}

/// Families of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Empty cells and dashes, which go with any other family.
    Nothing,
    /// Numbers of all sorts.
    Number,
    /// Percentages.
    Share,
    /// Dates and times.
    Date,
    /// Web and mail addresses.
    Address,
    /// Words.
    Words,
    /// Sentences.
    Prose,
}

/// Counts over the characters of a text.
#[derive(Default)]
struct Shape {
    digits: usize,
    letters: usize,
    ideographs: usize,
    /// Letters and ideographs that stand before the first digit.
    leading: usize,
    /// Runs of digits, where `.` and `,` between digits do not end a run.
    numbers: usize,
    spaces: usize,
    other: usize,
    has_percent: bool,
    has_currency: bool,
    has_colon: bool,
}

impl Shape {
    fn of(text: &str) -> Shape {
        let mut shape = Shape::default();
        let mut in_number = false;
        for c in text.chars() {
            let joins = in_number && matches!(c, '.' | ',' | '\'' | '’');
            match c {
                _ if c.is_numeric() && !is_ideograph(c) => {
                    shape.digits += 1;
                    shape.numbers += usize::from(!in_number);
                    in_number = true;
                    continue;
                }
                _ if joins => continue,
                '%' | '％' | '‰' => shape.has_percent = true,
                '$' | '€' | '£' | '¥' | '￥' | '₽' | '₹' | '₩' => shape.has_currency = true,
                ':' | '：' => shape.has_colon = true,
                _ if c.is_whitespace() => shape.spaces += 1,
                _ if is_ideograph(c) => shape.ideographs += 1,
                _ if c.is_alphabetic() => shape.letters += 1,
                _ => shape.other += 1,
            }
            if shape.digits == 0 && (c.is_alphabetic() || is_ideograph(c)) {
                shape.leading += 1;
            }
            in_number = false;
        }
        shape
    }

    /// The kind of a text that has digits.
    fn kind(&self, text: &str) -> ValueKind {
        let words = self.letters + self.ideographs;
        let is_mostly_number = words <= 8 && words <= self.digits.max(3) * 2 && self.numbers <= 4;
        if is_date(text, self) {
            return ValueKind::Date;
        }
        if words == 0 {
            return match () {
                () if self.has_percent => ValueKind::Percent,
                () if self.has_currency => ValueKind::Money,
                () if self.has_colon && self.numbers >= 2 => ValueKind::Time,
                () => ValueKind::Number,
            };
        }
        if is_mostly_number && (self.has_currency || has_currency_word(text)) {
            return ValueKind::Money;
        }
        if self.leading == 0
            && is_mostly_number
            && text.starts_with(|c: char| c.is_numeric() || "+-−–~≥≤<>".contains(c))
        {
            return if self.has_percent && words < 3 { ValueKind::Percent } else { ValueKind::Quantity };
        }
        if self.spaces == 0 && self.ideographs == 0 && self.letters <= 12 {
            return ValueKind::Code;
        }
        if is_prose(text) { ValueKind::Prose } else { ValueKind::Words }
    }
}

/// Whether a character is one of the writing systems in which a character is about a word.
pub(super) fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{2fdf}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{ac00}'..='\u{d7af}' | '\u{20000}'..='\u{3ffff}' | '々' | '〇')
}

/// The text without references such as `[1]` or `[note 2]` at its end.
pub(super) fn without_references(text: &str) -> &str {
    let mut text = text.trim();
    while let Some(start) = text.strip_suffix(']').and_then(|inner| inner.rfind('[')).filter(|&start| start > 0) {
        if text.len() - start > 12 {
            break;
        }
        text = text[..start].trim_end();
    }
    text
}

fn is_dash(text: &str) -> bool {
    let lower = text.to_lowercase();
    text.chars().all(|c| matches!(c, '-' | '–' | '—' | '−' | '―' | '─' | '/' | '.' | '…' | '*' | ' ' | '－' | '?'))
        || matches!(lower.as_str(), "n/a" | "n.a." | "na" | "none" | "null" | "tba" | "tbd" | "不适用" | "无")
}

fn is_email(text: &str) -> bool {
    text.split_once('@').is_some_and(|(name, host)| {
        !name.is_empty() && host.contains('.') && !text.contains(char::is_whitespace) && !host.contains('@')
    })
}

/// Dates: digits in three or two parts with the usual separators, a year, or a month's name beside a number.
fn is_date(text: &str, shape: &Shape) -> bool {
    let words = shape.letters + shape.ideographs;
    if words == 0 {
        let text = text.rsplit_once(' ').filter(|(_, time)| time.contains(':')).map_or(text, |(day, _)| day);
        let parts: Vec<&str> = text.split(['-', '/', '.', ' ', '–']).filter(|part| !part.is_empty()).collect();
        let all_digits = parts.iter().all(|part| part.bytes().all(|b| b.is_ascii_digit()));
        return all_digits
            && match parts.as_slice() {
                [year] => is_year(year),
                [from, to] => is_year(from) && (is_year(to) || (to.len() <= 2 && text.contains(['-', '/', '–', '.']))),
                [a, b, c] => b.len() <= 2 && ((is_year(a) && c.len() <= 2) || (a.len() <= 2 && is_year(c))),
                _ => false,
            };
    }
    if shape.ideographs > 0 {
        // 2021年12月31日, 2021年度, 12月
        let rest = text.chars().filter(|c| !c.is_numeric() && !c.is_whitespace());
        let is_part = |c: char| "年月日号度-–~至、.时分秒（）()：:".contains(c);
        return shape.digits >= 1 && rest.clone().all(is_part) && text.contains(['年', '月', '日']);
    }
    shape.digits <= 8
        && text.len() <= 32
        && text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).all(is_date_word)
        && text.split(|c: char| !c.is_alphabetic()).any(is_month)
}

fn is_year(text: &str) -> bool {
    text.len() == 4 && text.parse::<u32>().is_ok_and(|year| (1000..2200).contains(&year))
}

fn is_month(word: &str) -> bool {
    const MONTHS: [&str; 22] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "mär", "mai", "okt", "dez",
        "ene", "abr", "ago", "dic", "fév", "aoû",
    ];
    let lower = word.to_lowercase();
    lower.chars().count() >= 3 && lower.chars().count() <= 10 && MONTHS.iter().any(|month| lower.starts_with(month))
}

fn is_weekday(word: &str) -> bool {
    const DAYS: [&str; 12] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun", "die", "mit", "don", "sam", "son"];
    let lower = word.to_lowercase();
    lower.chars().count() <= 10 && DAYS.iter().any(|day| lower.starts_with(day))
}

fn is_date_word(word: &str) -> bool {
    is_month(word)
        || is_weekday(word)
        || matches!(word.to_lowercase().as_str(), "st" | "nd" | "rd" | "th" | "de" | "of" | "a" | "bc" | "ad")
}

fn has_currency_word(text: &str) -> bool {
    let words = ["元", "美元", "欧元", "円", "usd", "eur", "cny", "rmb", "gbp", "dollar", "euro", "million", "billion"];
    let lower = text.to_lowercase();
    words.iter().any(|word| lower.contains(word))
}

/// Whether a text has sentences rather than a name.
fn is_prose(text: &str) -> bool {
    let length = text.chars().count();
    let ends = |c: char| matches!(c, '。' | '；' | '！' | '？');
    let words = text.split_whitespace().count();
    text.contains(ends) || words > 16 || length > 120 || (words > 8 && text.contains(". "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_kinds() {
        use ValueKind::*;
        let cases: &[(&str, ValueKind)] = &[
            ("", Empty),
            ("—", Dash),
            ("n/a", Dash),
            ("1,234.50", Number),
            ("-12", Number),
            ("3–1", Number),
            ("5.00-10.00", Number),
            ("12.5%", Percent),
            ("€ 89", Money),
            ("$$", Money),
            ("1000万元", Money),
            ("172cm", Quantity),
            ("78 km", Quantity),
            ("2021年12月31日", Date),
            ("2021年度", Date),
            ("2024-05-03", Date),
            ("3.5.2024", Date),
            ("4 May 2012", Date),
            ("1998[2]", Date),
            ("18:30", Time),
            ("https://x.example/", Url),
            ("a@b.example", Email),
            ("V650-3", Code),
            ("High class", Words),
            ("公司名称", Words),
            ("一句话。又一句。", Prose),
        ];
        for &(text, kind) in cases {
            assert_eq!(ValueKind::of(text), kind, "{text:?}");
        }
    }
}
