//! The style sheets of the sites that have one.

use crate::style::Style;

/// Fills the colours and class names of a site into a sheet.
fn fill(sheet: &str, style: &Style) -> String {
    let palette = style.palette;
    let pieces = [
        ("$strong", palette.strong),
        ("$accent", palette.accent),
        ("$pale", palette.pale),
        ("$ink", palette.ink),
        ("$card", style.card),
        ("$fact", style.fact),
        ("$aside", style.aside),
    ];
    pieces.iter().fold(sheet.to_owned(), |sheet, (piece, filling)| sheet.replace(piece, filling))
}

/// The modern site.
pub(super) fn cards(style: &Style) -> String {
    fill(CARDS, style)
}

/// The plain site.
pub(super) fn lists(style: &Style) -> String {
    let side = if style.menu_is_at_side { LISTS_SIDE } else { LISTS_BAR };
    fill(&format!("{LISTS}{side}"), style)
}

/// The site that is made by script.
pub(super) fn script(style: &Style) -> String {
    fill(SCRIPT, style)
}

const CARDS: &str = "* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: $ink; background: #fff; }
a { color: $strong; text-decoration: none; }
a:hover { text-decoration: underline; }
.flex { display: flex; gap: 1rem; flex-wrap: wrap; list-style: none; margin: 0; padding: 0; }
.top { background: $strong; padding: 1rem 2rem; justify-content: space-between; align-items: center; }
.top a { color: #fff; }
.logo { font-size: 1.5rem; font-weight: 700; }
.menu { background: $pale; padding: .6rem 2rem; }
.menu > ul { display: flex; gap: 2rem; list-style: none; margin: 0; padding: 0; font-weight: 600; }
.menu .sub { list-style: none; padding: .2rem 0 0; margin: 0; font-weight: 400; font-size: .85rem; }
.container { max-width: 1120px; margin: 1.5rem auto; padding: 0 1rem; }
.layout { display: grid; grid-template-columns: 1fr 240px; gap: 2rem; }
.with-side { grid-template-columns: 180px 1fr 220px; }
.with-side .menu { padding: 1rem; border-radius: 8px; align-self: start; }
.with-side .menu > ul { flex-direction: column; gap: .7rem; }
.crumbs ol { display: flex; gap: .5rem; list-style: none; padding: 0; font-size: .85rem; }
.crumbs li + li::before { content: \"/\"; margin-right: .5rem; color: #999; }
.hero { background: $pale; border-radius: 12px; padding: 2rem; margin-bottom: 1.5rem; }
.lead { color: #555; font-size: 1.1rem; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(200px, 1fr)); gap: 1.2rem; }
.stack { display: flex; flex-direction: column; gap: 1rem; }
.$card { border: 1px solid #e3e3e3; border-radius: 10px; padding: 1rem; background: #fff; }
.$card img { width: 100%; height: 120px; object-fit: cover; border-radius: 6px; }
.$card h3 { margin: .5rem 0 .3rem; font-size: 1.05rem; }
.$card p { margin: .2rem 0; font-size: .9rem; }
.label { color: #777; font-size: .85rem; }
.value { font-weight: 600; }
.button { display: inline-block; margin-top: .6rem; padding: .3rem .9rem; border-radius: 6px; }
.button { background: $accent; color: #fff; }
.chips li a { padding: .3rem .8rem; background: $pale; border-radius: 99px; }
.pager { margin: 1.5rem 0; justify-content: flex-end; }
.detail figure { margin: 0 0 1rem; }
.detail figure img { width: 100%; max-height: 260px; object-fit: cover; border-radius: 10px; }
.$facts { background: $pale; border-radius: 10px; padding: 1rem 1.4rem; margin: 1rem 0; }
.$facts dl { display: grid; grid-template-columns: 10rem 1fr; gap: .3rem 1rem; margin: 0; }
.$facts dt { color: #777; }
.$facts dd { margin: 0; font-weight: 600; }
.$fact { display: flex; gap: 1rem; }
.$fact .label { min-width: 10rem; }
.rates table, .$facts table { border-collapse: collapse; }
.rates td, .rates th, .$facts td, .$facts th { padding: .3rem 1rem; border-bottom: 1px solid #ddd; text-align: left; }
.$aside { border: 1px solid #e3e3e3; border-radius: 10px; padding: .8rem 1rem; margin-bottom: 1rem; font-size: .9rem; }
.$aside h4 { margin: 0 0 .4rem; }
.$aside ul { margin: 0; padding-left: 1.1rem; }
.sponsored { border-color: $accent; }
.sponsored small { display: block; color: #999; }
.form label { display: block; margin: .5rem 0; }
footer { background: $pale; padding: 1.2rem 2rem; font-size: .85rem; }
";

const LISTS: &str =
    "body { margin: 0 auto; max-width: 960px; padding: 0 16px; font: 16px/1.6 Georgia, serif; color: $ink; }
a { color: $strong; }
#head { border-bottom: 3px double $strong; padding: 12px 0; }
#logo { font-size: 30px; margin: 0; font-weight: bold; }
#logo a { text-decoration: none; }
#head p { margin: 0; }
h1, h2, h3 { color: $strong; }
#content img { width: 300px; height: 180px; object-fit: cover; }
#content li { margin-bottom: 8px; }
#content small { margin-left: 10px; color: $accent; }
dt { font-weight: bold; float: left; clear: left; width: 170px; }
dd { margin-left: 180px; }
.note { background: $pale; padding: 6px 10px; }
#more { font-size: 14px; border-top: 1px solid #ccc; clear: both; }
#foot { font-size: 13px; border-top: 1px solid #ccc; }
#foot a { margin-right: 12px; }
";
const LISTS_SIDE: &str = "#side { float: left; width: 190px; background: $pale; margin: 16px 24px 16px 0; }
#content { margin-left: 220px; }
";
const LISTS_BAR: &str = "#bar > ul { display: flex; flex-wrap: wrap; gap: 22px; list-style: none; padding: 0; }
#bar ul ul { padding: 0; list-style: none; font-size: 14px; }
";

const SCRIPT: &str =
    "body { margin: 0; font: 15px/1.5 'Helvetica Neue', Arial, sans-serif; color: $ink; background: $pale; }
a { color: $strong; }
.bar { background: $ink; color: #fff; padding: 14px 24px; }
.bar a { color: #fff; font-size: 22px; text-decoration: none; }
.nav { background: #fff; padding: 10px 24px; border-bottom: 2px solid $accent; }
.nav > ul { display: flex; gap: 26px; list-style: none; margin: 0; padding: 0; }
.nav ul ul { list-style: none; padding: 0; font-size: 13px; }
.main { display: flex; gap: 28px; max-width: 1080px; margin: 20px auto; padding: 0 16px; }
.body { flex: 1; background: #fff; padding: 20px; border-radius: 4px; }
.extra { width: 220px; font-size: 14px; }
.entry { border-bottom: 1px solid #e5e5e5; padding: 10px 0; }
.entry h3 { margin: 0; }
.entry span { margin-right: 14px; }
.entry b, .data b { color: $accent; font-weight: 600; margin-right: 6px; }
.data { list-style: none; padding: 0; }
.data li { padding: 4px 0; border-bottom: 1px dotted #ccc; }
.photo { width: 100%; max-height: 220px; object-fit: cover; }
.end { padding: 18px 24px; font-size: 13px; }
.end a { margin-right: 14px; }
";
