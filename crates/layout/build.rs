//! Makes the fonts that the embedded engine measures text with. They have no shapes, only widths and heights, which is
//! all that layout needs; so text is measured alike on every machine, whatever fonts are installed there.

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;

use write_fonts::FontBuilder;
use write_fonts::tables::cmap::Cmap;
use write_fonts::tables::head::Head;
use write_fonts::tables::hhea::Hhea;
use write_fonts::tables::hmtx::{Hmtx, LongMetric};
use write_fonts::tables::maxp::Maxp;
use write_fonts::tables::name::{Name, NameRecord};
use write_fonts::tables::os2::Os2;
use write_fonts::types::{FWord, GlyphId, NameId, Tag, UfWord};

const UNITS_PER_EM: u16 = 2048;
/// The width of a character that no face knows, as a browser shows it when no font on the system does either.
const UNKNOWN_WIDTH: u16 = 749;
/// Scripts whose characters are all one em wide: Han, kana, Hangul, full-width forms.
const WIDE: [(u32, u32); 5] =
    [(0x2E80, 0xA4CF), (0xAC00, 0xD7AF), (0xF900, 0xFAFF), (0xFE30, 0xFE4F), (0xFF01, 0xFF60)];

/// One face of `advances.txt`.
struct Face {
    name: String,
    bold: bool,
    italic: bool,
    ascent: i16,
    descent: i16,
    line_gap: i16,
    x_height: i16,
    cap_height: i16,
    /// Code points and widths.
    advances: Vec<(u32, u16)>,
    /// Pairs of characters that stand closer than their widths say.
    kerning: Vec<(char, char, i16)>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let source = "src/embedded/advances.txt";
    println!("cargo::rerun-if-changed={source}");
    println!("cargo::rerun-if-changed=build.rs");
    let out = env::var("OUT_DIR")?;
    for face in parse_faces(&fs::read_to_string(source)?)? {
        fs::write(Path::new(&out).join(format!("{}.ttf", face.name)), make_font(&face)?)?;
        if face.name == "sans-400-upright" {
            fs::write(Path::new(&out).join("sans_widths.rs"), ascii_widths(&face))?;
        }
    }
    Ok(())
}

/// The widths of the ASCII characters as Rust source, for estimates that need no layout.
fn ascii_widths(face: &Face) -> String {
    let width = |code: u32| face.advances.iter().find(|(known, _)| *known == code).map_or(0, |(_, width)| *width);
    let widths: Vec<String> = (0..128).map(|code| width(code).to_string()).collect();
    format!("[{}]", widths.join(", "))
}

fn parse_faces(text: &str) -> Result<Vec<Face>, Box<dyn Error>> {
    let mut faces: Vec<Face> = Vec::new();
    let mut next = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some(face) = line.strip_prefix("face ") {
            faces.push(parse_face(face)?);
            continue;
        }
        if let Some((units, pairs)) = line.strip_prefix("kern ").and_then(|line| line.split_once(": ")) {
            let face = faces.last_mut().ok_or("kerning before the first face")?;
            let units: i16 = units.parse()?;
            face.kerning.extend(pairs.split(' ').filter_map(|pair| {
                let mut characters = pair.chars().map(|character| if character == '_' { ' ' } else { character });
                Some((characters.next()?, characters.next()?, units))
            }));
            continue;
        }
        let widths = match line.split_once(':') {
            Some((start, widths)) => {
                next = u32::from_str_radix(start, 16)?;
                widths
            }
            None => line,
        };
        let face = faces.last_mut().ok_or("widths before the first face")?;
        for word in widths.split_whitespace() {
            let (width, count) = word.split_once('x').unwrap_or((word, "1"));
            let (width, count): (u16, u32) = (width.parse()?, count.parse()?);
            face.advances.extend((next..next + count).map(|code| (code, width)));
            next += count;
        }
    }
    Ok(faces)
}

fn parse_face(line: &str) -> Result<Face, Box<dyn Error>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [family, weight, slant, ascent, descent, line_gap, x_height, cap_height] = words[..] else {
        return Err(format!("a face line has eight words: {line}").into());
    };
    Ok(Face {
        name: format!("{family}-{weight}-{slant}"),
        bold: weight == "700",
        italic: slant == "italic",
        ascent: ascent.parse()?,
        descent: descent.parse()?,
        line_gap: line_gap.parse()?,
        x_height: x_height.parse()?,
        cap_height: cap_height.parse()?,
        advances: Vec::new(),
        kerning: Vec::new(),
    })
}

/// A font with the tables that measuring needs. Glyph 0 stands for unknown characters; all wide ones come last and
/// share the last width.
fn make_font(face: &Face) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut metrics = vec![LongMetric::new(UNKNOWN_WIDTH, 0)];
    let mut mappings = Vec::new();
    let mut map = |code: u32, glyph: usize| {
        mappings.extend(char::from_u32(code).map(|character| (character, GlyphId::new(glyph as u32))));
    };
    for &(code, width) in &face.advances {
        map(code, metrics.len());
        metrics.push(LongMetric::new(width, 0));
    }
    let first_wide = metrics.len();
    metrics.push(LongMetric::new(UNITS_PER_EM, 0));
    let mut glyph = first_wide;
    for code in WIDE.iter().flat_map(|&(from, to)| from..=to) {
        map(code, glyph);
        glyph += 1;
    }
    let side_bearings = vec![0; glyph - metrics.len()];
    let widest = face.advances.iter().map(|&(_, width)| width).max().unwrap_or_default().max(UNITS_PER_EM);

    let head = Head { units_per_em: UNITS_PER_EM, ..Head::default() };
    let hhea = Hhea {
        ascender: FWord::new(face.ascent),
        descender: FWord::new(-face.descent),
        line_gap: FWord::new(face.line_gap),
        advance_width_max: UfWord::new(widest),
        number_of_h_metrics: metrics.len() as u16,
        ..Hhea::default()
    };
    let os2 = Os2 {
        us_weight_class: if face.bold { 700 } else { 400 },
        us_width_class: 5,
        fs_selection: selection_flags(face),
        s_typo_ascender: face.ascent,
        s_typo_descender: -face.descent,
        s_typo_line_gap: face.line_gap,
        us_win_ascent: face.ascent as u16,
        us_win_descent: face.descent as u16,
        sx_height: Some(face.x_height),
        s_cap_height: Some(face.cap_height),
        ul_code_page_range_1: Some(0),
        ul_code_page_range_2: Some(0),
        us_default_char: Some(0),
        us_break_char: Some(32),
        us_max_context: Some(0),
        ..Os2::default()
    };
    // Windows, Unicode, English.
    let family = NameRecord::new(3, 1, 0x409, NameId::FAMILY_NAME, face.name.clone().into());
    let mut builder = FontBuilder::new();
    builder.add_table(&Name::new(vec![family]))?;
    builder.add_table(&head)?.add_table(&hhea)?.add_table(&os2)?;
    builder.add_table(&Maxp::new(glyph as u16))?;
    builder.add_table(&Hmtx::new(metrics, side_bearings))?;
    if !face.kerning.is_empty() {
        builder.add_raw(Tag::new(b"kern"), kern_table(face, &mappings));
    }
    builder.add_table(&Cmap::from_mappings(mappings)?)?;
    Ok(builder.build())
}

/// The `kern` table, of which only the oldest form is needed: one horizontal subtable of sorted pairs.
fn kern_table(face: &Face, mappings: &[(char, GlyphId)]) -> Vec<u8> {
    let glyph = |character: char| {
        mappings.iter().find(|(known, _)| *known == character).map(|(_, glyph)| glyph.to_u32() as u16)
    };
    let mut pairs: Vec<(u16, u16, i16)> =
        face.kerning.iter().filter_map(|&(left, right, units)| Some((glyph(left)?, glyph(right)?, units))).collect();
    pairs.sort_unstable();
    let count = pairs.len() as u16;
    let selector = count.ilog2() as u16;
    let range = 6 << selector;
    let header = [0, 1, 0, 14 + 6 * count, 1, count, range, selector, 6 * count - range];
    let pairs = pairs.into_iter().flat_map(|(left, right, units)| [left, right, units as u16]);
    header.into_iter().chain(pairs).flat_map(u16::to_be_bytes).collect()
}

fn selection_flags(face: &Face) -> write_fonts::tables::os2::SelectionFlags {
    use write_fonts::tables::os2::SelectionFlags as Flags;
    let mut flags = if face.bold || face.italic { Flags::empty() } else { Flags::REGULAR };
    if face.bold {
        flags.insert(Flags::BOLD);
    }
    if face.italic {
        flags.insert(Flags::ITALIC);
    }
    flags
}
