//! The bars as a picture, one inside the other, as in the published figures: a bar is as high as its level is deep and
//! as wide as the formulas say. The parallel attributes of a level share its width, and the next bar stands in the one
//! that holds the region.

use std::fmt::Write as _;

use super::bars::Bars;

/// The picture's size without its margins.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const MARGIN: f64 = 44.0;
/// Of more parts of a bar than this single ones cannot be seen.
const MOST_PARTS: u32 = 200;

/// Draws bars as SVG.
pub fn picture(bars: &Bars, title: &str) -> String {
    let numbers = bars.numbers();
    let step = HEIGHT / bars.depth().max(1) as f64;
    let bottom = MARGIN + HEIGHT;
    let (width, height) = (WIDTH + 2.0 * MARGIN, HEIGHT + 2.0 * MARGIN);
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"11\">"
    );
    let _ = writeln!(svg, "<title>{}</title>", page::xml_escaped(title));
    let _ = writeln!(svg, "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>");
    let mut left = MARGIN;
    for (level, (bar, width)) in bars.0.iter().zip(&numbers.widths).enumerate() {
        let (width, height) = (width * WIDTH, (level + 1) as f64 * step);
        let top = bottom - height;
        let part = width / f64::from(bar.parallel());
        // Deeper bars are warmer, so that the way to the region is seen even where they are thin.
        let hue = 210.0 - 180.0 * level as f64 / bars.depth().max(1) as f64;
        let _ = writeln!(
            svg,
            "<rect x=\"{left:.2}\" y=\"{top:.1}\" width=\"{:.2}\" height=\"{height:.1}\" \
             fill=\"hsl({hue:.0},60%,85%)\" stroke=\"hsl({hue:.0},50%,40%)\" stroke-width=\"0.7\"/>",
            width.max(0.5)
        );
        if (2..=MOST_PARTS).contains(&bar.parallel()) && part > 1.0 {
            let lines = (1..bar.parallel()).map(|number| left + f64::from(number) * part);
            let path: String = lines.map(|x| format!("M{x:.2} {top:.1}V{bottom}")).collect();
            let _ = writeln!(svg, "<path d=\"{path}\" stroke=\"hsl({hue:.0},50%,55%)\" stroke-width=\"0.5\"/>");
        }
        // The next bar stands in the middle of the part that holds the region.
        let next = numbers.widths.get(level + 1).map_or(part, |width| width * WIDTH);
        left += f64::from(bar.left) * part + (part - next) / 2.0;
        let y = top + 4.0;
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{y:.1}\" text-anchor=\"end\">{}</text>", MARGIN - 6.0, level + 1);
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{y:.1}\" fill=\"#666\">P={}</text>",
            MARGIN + WIDTH + 4.0,
            bar.parallel()
        );
    }
    let _ = writeln!(
        svg,
        "<path d=\"M{MARGIN} {} V{bottom} H{}\" fill=\"none\" stroke=\"#333\"/>",
        MARGIN - 8.0,
        MARGIN + WIDTH + 8.0
    );
    let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">d</text>", MARGIN - 6.0, MARGIN - 12.0);
    let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">w</text>", MARGIN + WIDTH, bottom + 16.0);
    let _ = writeln!(
        svg,
        "<text x=\"{MARGIN}\" y=\"20\">depth {}, total area {:.4}; at depth d, P elements share the width w, and \
         the next bar stands in the one with the region</text>",
        bars.depth(),
        numbers.total
    );
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::super::bars::Bar;
    use super::*;

    #[test]
    fn every_bar_is_drawn_inside_the_one_before() {
        let bars = Bars(vec![Bar { left: 0, right: 0 }, Bar { left: 1, right: 2 }, Bar { left: 0, right: 1 }]);
        let svg = picture(&bars, "a & b");
        assert_eq!(svg.matches("<rect").count(), 1 + 3);
        assert!(svg.contains("<title>a &amp; b</title>"));
        let lefts: Vec<f64> =
            svg.split("<rect x=\"").skip(1).map(|rest| rest.split('"').next().unwrap().parse().unwrap()).collect();
        // The third bar stands in the second of four parts of the second.
        assert!(lefts[2] > lefts[1] + 0.25 * 0.9 * WIDTH && lefts[2] < lefts[1] + 0.5 * 0.9 * WIDTH, "{lefts:?}");
    }
}
