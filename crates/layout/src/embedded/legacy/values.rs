//! The values of old attributes: numbers with anything behind them, font sizes, colours.

pub(super) fn unquote_generic(quoted: &str) -> String {
    let name = quoted.trim_matches('"');
    let is_generic = ["serif", "sans-serif", "monospace", "cursive", "fantasy"]
        .iter()
        .any(|generic| name.eq_ignore_ascii_case(generic));
    if is_generic { name.to_owned() } else { quoted.to_owned() }
}

/// `<font size>`: one to seven, or relative to three.
pub(super) fn font_size(value: &str) -> Option<&'static str> {
    let number = leading_number(value.trim_start_matches(['+', '-']))? as i64;
    let size = match value.as_bytes()[0] {
        b'+' => 3 + number,
        b'-' => 3 - number,
        _ => number,
    };
    const SIZES: [&str; 7] = ["x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"];
    Some(SIZES[(size.clamp(1, 7) - 1) as usize])
}

pub(super) fn leading_number(value: &str) -> Option<u32> {
    let value = value.trim();
    let digits = value.bytes().take_while(u8::is_ascii_digit).count();
    value[..digits].parse().ok().map(|number: u32| number.min(10_000))
}

/// A colour by the standard's rules for old attributes: a name, `#rgb`, or almost anything read as hexadecimal.
pub(super) fn legacy_color(value: &str) -> Option<String> {
    if value.eq_ignore_ascii_case("transparent") {
        return None;
    }
    if value.bytes().all(|byte| byte.is_ascii_alphabetic()) && is_color_name(value) {
        return Some(value.to_ascii_lowercase());
    }
    let digits = value.strip_prefix('#').unwrap_or(value);
    if digits.len() == 3 && value.starts_with('#') && digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Some(value.to_owned());
    }
    let mut digits: Vec<u8> =
        digits.chars().take(128).map(|digit| if digit.is_ascii_hexdigit() { digit as u8 } else { b'0' }).collect();
    while digits.is_empty() || !digits.len().is_multiple_of(3) {
        digits.push(b'0');
    }
    let third = digits.len() / 3;
    let mut parts: Vec<&[u8]> = digits.chunks(third).map(|part| &part[part.len().saturating_sub(8)..]).collect();
    while parts[0].len() > 2 && parts.iter().all(|part| part[0] == b'0') {
        for part in &mut parts {
            *part = &part[1..];
        }
    }
    let hex: String = parts
        .iter()
        .map(|part| format!("{:0>2}", String::from_utf8_lossy(&part[..part.len().min(2)]).into_owned()))
        .collect();
    Some(format!("#{hex}"))
}

/// Whether a word names a colour; those that pages of the nineties used, and what is left is read as hexadecimal.
pub(super) fn is_color_name(word: &str) -> bool {
    const NAMES: &[&str] = &[
        "aqua",
        "beige",
        "black",
        "blue",
        "brown",
        "coral",
        "crimson",
        "cyan",
        "darkblue",
        "darkgray",
        "darkgreen",
        "darkgrey",
        "darkred",
        "dimgray",
        "firebrick",
        "fuchsia",
        "gainsboro",
        "gold",
        "gray",
        "green",
        "grey",
        "indigo",
        "ivory",
        "khaki",
        "lavender",
        "lightblue",
        "lightgreen",
        "lightgrey",
        "lightgray",
        "lightyellow",
        "lime",
        "linen",
        "magenta",
        "maroon",
        "midnightblue",
        "navy",
        "olive",
        "orange",
        "orangered",
        "orchid",
        "peru",
        "pink",
        "plum",
        "purple",
        "red",
        "royalblue",
        "salmon",
        "seagreen",
        "sienna",
        "silver",
        "skyblue",
        "snow",
        "steelblue",
        "tan",
        "teal",
        "thistle",
        "tomato",
        "turquoise",
        "violet",
        "wheat",
        "white",
        "whitesmoke",
        "yellow",
    ];
    NAMES.iter().any(|name| name.eq_ignore_ascii_case(word))
}
