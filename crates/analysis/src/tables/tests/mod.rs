//! The stage as a whole: the paper's worked example, each orientation, nested tables, and what is a table without
//! `table`.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use page::{Capture, Layout, LayoutBuilder, Page, Rect, Style};

use super::*;

mod records;

fn page(html: &str) -> Page {
    Page::new(Capture::new("page", html))
}

/// The tables of a page as text: kind and size, the grid with headers in brackets, the records.
fn print(page: &Page, config: &Config) -> String {
    let mut text = String::new();
    for table in tables(page, config) {
        let kind = if table.is_data { table.orientation.as_str() } else { "layout" };
        let title = table.caption.as_deref().map(|caption| format!(" {caption:?}")).unwrap_or_default();
        let _ =
            writeln!(text, "{} {kind} {}+{}{title}", table.source.as_str(), table.header_rows, table.header_columns);
        for row in (0..table.grid.rows()).filter(|_| table.is_data) {
            let cell = |column| match table.is_header(row, column) {
                true => format!("[{}]", table.grid.text(row, column)),
                false => table.grid.text(row, column).to_owned(),
            };
            let _ = writeln!(text, "  {}", (0..table.grid.columns()).map(cell).collect::<Vec<_>>().join(" | "));
        }
        for record in &table.records {
            let fields: Vec<String> =
                record.fields.iter().map(|field| format!("{}={}", field.name, field.text)).collect();
            let _ = writeln!(text, "  → {}", fields.join("; "));
        }
    }
    text
}

fn check(html: &str, expected: Expect) {
    expected.assert_eq(&print(&page(html), &Config::default()));
}

const LODGE: &str = "<table><tr><td colspan=2>Lodge<td>High class<td>Middle class<td>Low class\
    <tr><td rowspan=3>Adult<td>Single bed<td>$$<td>$$<td>$$<tr><td>Double bed<td>$$<td>$$<td>$$\
    <tr><td>Extra<td>$$<td>$$<td>$$</table>";

const LODGE_READ: &str = "\
table row-column 1+2
  [Lodge] | [Lodge] | [High class] | [Middle class] | [Low class]
  [Adult] | [Single bed] | $$ | $$ | $$
  [Adult] | [Double bed] | $$ | $$ | $$
  [Adult] | [Extra] | $$ | $$ | $$
  → row=Lodge.Adult.Single bed; High class=$$; Middle class=$$; Low class=$$
  → row=Lodge.Adult.Double bed; High class=$$; Middle class=$$; Low class=$$
  → row=Lodge.Adult.Extra; High class=$$; Middle class=$$; Low class=$$
";

/// Tables 1 to 4 of the paper: cleaned, with its headers, and extracted, both ways.
#[test]
fn the_papers_example_is_read_as_in_the_paper() {
    for method in [Method::Paper, Method::Best] {
        let read = print(&page(LODGE), &Config { method, ..Config::default() });
        assert_eq!(read, LODGE_READ, "{method:?}");
    }
}

#[test]
fn columns_with_names() {
    check(
        "<table><caption>Ferries</caption><tr><th>From<th>To<th>Hours<tr><td>Aro<td>Bel<td>2<tr><td>Bel<td>Cor<td>3.5</table>",
        expect![[r#"
            table column 1+0 "Ferries"
              [From] | [To] | [Hours]
              Aro | Bel | 2
              Bel | Cor | 3.5
              → From=Aro; To=Bel; Hours=2
              → From=Bel; To=Cor; Hours=3.5
        "#]],
    );
}

#[test]
fn several_rows_of_names_give_paths_and_equal_names_are_numbered() {
    check(
        "<table><tr><th rowspan=2>Item<th colspan=2>2020<th colspan=2>2021<th rowspan=2><th rowspan=2>Item\
         <tr><th>Sold<th>Left<th>Sold<th>Left<tr><td>Rope<td>4<td>5<td>6<td>7<td>8<td>x</table>",
        expect![[r#"
            table column 2+0
              [Item] | [2020] | [2020] | [2021] | [2021] | [] | [Item]
              [Item] | [Sold] | [Left] | [Sold] | [Left] | [] | [Item]
              Rope | 4 | 5 | 6 | 7 | 8 | x
              → Item=Rope; 2020.Sold=4; 2020.Left=5; 2021.Sold=6; 2021.Left=7; column 6=8; Item 2=x
        "#]],
    );
}

#[test]
fn rows_with_names_under_a_title_and_headings() {
    check(
        "<table><tr><th colspan=2>Lighthouse<tr><th>Built<td>1897<tr><th>Height<td>31 m<tr><th colspan=2>Lamp\
         <tr><th>Colour<td>white<tr><th>Range<td>12 km</table>",
        expect![[r#"
            table row 1+1 "Lighthouse"
              [Lighthouse] | [Lighthouse]
              [Built] | 1897
              [Height] | 31 m
              [Lamp] | [Lamp]
              [Colour] | white
              [Range] | 12 km
              → Built=1897; Height=31 m; Lamp.Colour=white; Lamp.Range=12 km
        "#]],
    );
}

#[test]
fn labels_and_values_in_turn_are_one_record() {
    check(
        "<table><tr><td>公司名称<td>青山机械有限公司<td>注册资本<td>3000万元<tr><td>成立日期<td>2001年3月5日<td>联系电话\
         <td>010-55501234<tr><td>注册地址<td>北京市朝阳区东街8号<td>员工人数<td>215</table>",
        expect![[r#"
            table row 0+1
              [公司名称] | 青山机械有限公司 | [注册资本] | 3000万元
              [成立日期] | 2001年3月5日 | [联系电话] | 010-55501234
              [注册地址] | 北京市朝阳区东街8号 | [员工人数] | 215
              → 公司名称=青山机械有限公司; 注册资本=3000万元; 成立日期=2001年3月5日; 联系电话=010-55501234; 注册地址=北京市朝阳区东街8号; 员工人数=215
        "#]],
    );
}

#[test]
fn bold_rows_are_headers_where_there_is_no_markup() {
    check(
        "<table><tr><td><b>Bird</b><td><b>Seen by</b><tr><td>Heron<td>Anna<tr><td>Owl<td>Ben<tr><td>Kite<td>Cleo</table>",
        expect![[r#"
            table column 1+0
              [Bird] | [Seen by]
              Heron | Anna
              Owl | Ben
              Kite | Cleo
              → Bird=Heron; Seen by=Anna
              → Bird=Owl; Seen by=Ben
              → Bird=Kite; Seen by=Cleo
        "#]],
    );
}

#[test]
fn labels_with_a_colon_are_headers() {
    check(
        "<table><tr><td>List price:<td>$60.00<tr><td>Our price:<td>$42.00</table>",
        expect![[r#"
            table row 0+1
              [List price:] | $60.00
              [Our price:] | $42.00
              → List price=$60.00; Our price=$42.00
        "#]],
    );
}

#[test]
fn th_for_everything_says_nothing() {
    check(
        "<table><tr><th>Name<th>Year<th>Price<tr><th>Oak<th>1990<th>12.50<tr><th>Elm<th>1991<th>9.80\
         <tr><th>Ash<th>1992<th>7.25</table>",
        expect![[r#"
            table column 1+0
              [Name] | [Year] | [Price]
              Oak | 1990 | 12.50
              Elm | 1991 | 9.80
              Ash | 1992 | 7.25
              → Name=Oak; Year=1990; Price=12.50
              → Name=Elm; Year=1991; Price=9.80
              → Name=Ash; Year=1992; Price=7.25
        "#]],
    );
}

#[test]
fn names_that_come_again_in_the_body_and_headings_are_no_records() {
    check(
        "<table><tr><th>Day<th>Film<tr><td>Mon<td>Alpha<tr><th colspan=2>Matinee<tr><td>Tue<td>Beta\
         <tr><th>Date<th>Title<tr><td>Wed<td>Gamma</table>",
        expect![[r#"
            table column 1+0
              [Day] | [Film]
              Mon | Alpha
              [Matinee] | [Matinee]
              Tue | Beta
              [Date] | [Title]
              Wed | Gamma
              → Day=Mon; Film=Alpha
              → section=Matinee; Day=Tue; Film=Beta
              → section=Matinee; Date=Wed; Title=Gamma
        "#]],
    );
}

#[test]
fn a_frame_around_tables_is_layout_and_what_it_holds_is_not() {
    check(
        "<table><tr><td><h2>Left</h2><p>Text</p><td><table><tr><th>A<th>B<tr><td>1<td>2</table></table>",
        expect![[r#"
            table layout 0+0
            table column 1+0
              [A] | [B]
              1 | 2
              → A=1; B=2
        "#]],
    );
}

#[test]
fn menus_forms_frames_and_declared_layout_are_layout() {
    let link = "<a href=x>link</a> ";
    let menu = format!("<table><tr><th>One<td>{0}{0}{0}<tr><th>Two<td>{0}{0}{0}{0}</table>", link);
    check(&menu, expect!["table layout 0+0\n"]);
    check("<table role=presentation><tr><th>A<th>B<tr><td>1<td>2</table>", expect!["table layout 0+0\n"]);
    check("<nav><table><tr><th>A<th>B<tr><td>1<td>2</table></nav>", expect!["table layout 0+0\n"]);
    check("<table><tr><td>User<td><input><tr><td>Word<td><input></table>", expect!["table layout 0+0\n"]);
    check(
        "<table><tr><td>one row<td>is nothing</table><table></table>",
        expect!["table layout 0+0\ntable layout 0+0\n"],
    );
}

#[test]
fn definition_lists_are_tables() {
    check(
        "<dl><dt>Opened<dd>1897<dt>Keeper<dd>A. Stone<dd>B. Flint</dl><dl><dd>an indent</dl>",
        expect![[r#"
            dl row 0+1
              [Opened] | 1897
              [Keeper] | A. Stone B. Flint
              → Opened=1897; Keeper=A. Stone B. Flint
        "#]],
    );
}

#[test]
fn lines_of_labels_with_values_are_tables() {
    let expected = "pairs row 0+1\n  [Phone] | 555 0123\n  [Open] | Mon–Fri\n  [Place] | Quay 3\n  \
        → Phone=555 0123; Open=Mon–Fri; Place=Quay 3\n";
    for html in [
        "<p><b>Phone:</b> 555 0123<br><b>Open:</b> Mon–Fri<br><b>Place:</b> Quay 3</p>",
        "<p><b>Phone</b>: 555 0123 <b>Open</b>: Mon–Fri <b>Place</b>: Quay 3</p>",
        "<ul><li><span>Phone:</span> 555 0123<li><span>Open:</span> Mon–Fri<li><span>Place:</span> Quay 3</ul>",
        "<div><div>Phone: 555 0123</div><div>Open: Mon–Fri</div><div>Place: Quay 3</div></div>",
    ] {
        assert_eq!(print(&page(html), &Config::default()), expected, "{html}");
    }
}

#[test]
fn values_with_nodes_of_their_own_are_sure_and_labels_may_be_counted() {
    let html = "<div>ISBN 13: <strong>9781234567890</strong><br>Series: <strong>One</strong><br>Maker: <strong>Two</strong></div>";
    let expected = "pairs row 0+1\n  [ISBN 13] | 9781234567890\n  [Series] | One\n  [Maker] | Two\n  \
        → ISBN 13=9781234567890; Series=One; Maker=Two\n";
    let mut page = page(html);
    assert_eq!(print(&page, &Config::default()), expected);
    // Text has no style of its own, and is displayed all the same.
    page.layout = Some(lay_out_inline(&page));
    assert_eq!(print(&page, &Config::default()), expected);
}

#[test]
fn a_line_may_have_many_pairs() {
    let pairs: String =
        ('A'..='J').map(|c| format!("<label>{c} name:</label><span>{c} value</span> <i></i>")).collect();
    let found = tables(&page(&format!("<div>{pairs}</div>")), &Config::default());
    assert_eq!(found[0].records[0].fields.len(), 10);
    assert_eq!(found[0].records[0].fields[9].text, "J value");
}

#[test]
fn blocks_of_pairs_inside_a_block_are_not_glued() {
    let line = |c: char| format!("<p><span>{c} name:</span> {c} value</p>");
    let [first, second]: [String; 2] = ["ABCD", "EFGH"].map(|names| names.chars().map(line).collect());
    let found = tables(&page(&format!("<div><div>{first}</div><div>{second}</div></div>")), &Config::default());
    assert_eq!(found.iter().map(|table| table.grid.rows()).collect::<Vec<_>>(), [4, 4]);
    let found = tables(&page(&format!("<div>{second}<div>{first}</div></div>")), &Config::default());
    assert_eq!(found.iter().map(|table| table.grid.rows()).collect::<Vec<_>>(), [8]);
    let spans = "<p><span>Maker:</span> Acme <span>Colour:</span> grey <span>Form:</span> round</p>";
    let found = tables(&page(spans), &Config::default());
    assert_eq!(found[0].grid.text(0, 1), "Acme", "a value ends where the next label begins");
}

#[test]
fn cells_that_are_pairs_are_read_cell_by_cell() {
    check(
        "<table><tr><td>Genre: <b>Horror</b><td>Runtime: <b>N/A</b><tr><td>Distributor: <b>Relay</b><td>Stars:</table>\
         <table><tr><td>成立日期：1997-03-05<td>注册资本：3000万元<tr><td>公司名称：青山机械<td></table>",
        expect![[r#"
            table row 0+0
              Genre: Horror | Runtime: N/A
              Distributor: Relay | Stars:
              → Genre=Horror; Runtime=N/A; Distributor=Relay
            table row 0+0
              成立日期：1997-03-05 | 注册资本：3000万元
              公司名称：青山机械 | 
              → 成立日期=1997-03-05; 注册资本=3000万元; 公司名称=青山机械
        "#]],
    );
}

#[test]
fn a_row_of_words_under_wide_names_is_of_names_too() {
    check(
        "<table><tr><th colspan=2>Game<th colspan=3>Shots<tr><td>DATE<td>OPP<td>MADE<td>PCT<td>3P%\
         <tr><td>Dec 6, 2010<td>ORL<td>4<td>.364<td>.1<tr><td>Dec 7, 2010<td>NJ<td>6<td>.600<td>.2</table>",
        expect![[r#"
            table column 2+0
              [Game] | [Game] | [Shots] | [Shots] | [Shots]
              [DATE] | [OPP] | [MADE] | [PCT] | [3P%]
              Dec 6, 2010 | ORL | 4 | .364 | .1
              Dec 7, 2010 | NJ | 6 | .600 | .2
              → Game.DATE=Dec 6, 2010; Game.OPP=ORL; Shots.MADE=4; Shots.PCT=.364; Shots.3P%=.1
              → Game.DATE=Dec 7, 2010; Game.OPP=NJ; Shots.MADE=6; Shots.PCT=.600; Shots.3P%=.2
        "#]],
    );
}

#[test]
fn a_title_alone_is_not_the_headers() {
    check(
        "<table><tr><th colspan=2>Persondata<tr><td>Name<td>Allen, Ray<tr><td>Other names<td><tr><td>Born<td>July 20, 1975\
         <tr><td>Place of birth<td>Merced</table>",
        expect![[r#"
            table row 1+1 "Persondata"
              [Persondata] | [Persondata]
              [Name] | Allen, Ray
              [Other names] | 
              [Born] | July 20, 1975
              [Place of birth] | Merced
              → Name=Allen, Ray; Other names=; Born=July 20, 1975; Place of birth=Merced
        "#]],
    );
}

#[test]
fn lines_that_say_nothing_are_no_records_and_two_rows_are_read_by_their_words() {
    check(
        "<table><tr><td><td>&nbsp;<td><tr><td>Year<td>&nbsp;<td>Run time<tr><td>1997<td>&nbsp;<td>110 min.</table>",
        expect![[r#"
            table column 2+0
               |  | 
              [Year] |  | [Run time]
              1997 |  | 110 min.
              → Year=1997; Run time=110 min.
        "#]],
    );
}

#[test]
fn a_column_of_labels_is_data_whatever_stands_around_it() {
    let row = |c: char| format!("<tr><td><img src=dot.gif><td>{c} name:<td>&nbsp;<td><b>{c} value</b>");
    let top = "<tr><td colspan=4><table><tr><td><a href=#>TOP</a></table>";
    let rows: String = ('A'..='F').map(row).collect();
    let found = tables(&page(&format!("<table>{rows}{top}</table>")), &Config::default());
    assert_eq!(found[0].orientation, Orientation::Row);
    let names: Vec<&str> = found[0].records[0].fields.iter().take(2).map(|field| field.name.as_str()).collect();
    assert_eq!(names, ["A name", "B name"]);
    let one = "<tr><td colspan=2>alpha<tr><td colspan=2>beta 2<tr><td colspan=2>gamma 3";
    check(&format!("<table border>{one}</table>"), expect!["table layout 0+0\n"]);
}

#[test]
fn what_is_not_displayed_is_known() {
    let mut page = page(
        "<table class=gone><tr><th>A<th>B<tr><td>1<td>2</table>\
         <table><tr><th>A<th>B<tr><td>1<div class=gone>pop-up</div><td>2</table>",
    );
    page.layout = Some(lay_out_inline(&page));
    let found = tables(&page, &Config::default());
    assert_eq!(found.iter().map(|table| table.is_displayed).collect::<Vec<_>>(), [false, true]);
    assert_eq!([found[0].grid.text(1, 0), found[1].grid.text(1, 0)], ["1", "1"]);
}

#[test]
fn prose_with_colons_is_no_table() {
    for html in [
        "<p>It was late: the boat had gone.</p><p>She said: come.</p><p>They saw: nothing.</p>",
        "<ul><li>Acme Stores: Sale on now<li>Best Tools: All you need<li>Green Farm: Fresh every day</ul>",
        "<p><b>Phone:</b> 555 0123<br>Call us any time, we are here.</p>",
        "<nav><b>A:</b> x<br><b>B:</b> y<br><b>C:</b> z</nav>",
    ] {
        assert_eq!(print(&page(html), &Config::default()), "", "{html}");
    }
}

/// A layout in which each `b` is a cell 100 pixels wide, placed in the row of its parent.
fn lay_out(page: &Page) -> Layout {
    let tree = &page.tree;
    let mut builder = LayoutBuilder::new("test", tree.len());
    for id in tree.elements() {
        let place = tree.children(tree.parent(id).unwrap_or(id)).filter(|&sibling| sibling < id).count() as f32;
        let is_cell = tree.name(id) == "b";
        let (x, y) = if is_cell { (place * 100.0, id.index() as f32) } else { (0.0, id.index() as f32) };
        let (width, height) = if is_cell { (90.0, 20.0) } else { (400.0, 20.0) };
        builder.set_rect(id, Rect { x, y, width, height });
        builder.set_style(id, Style { display: page::Display::Block, ..Style::default() });
    }
    builder.finish()
}

/// A layout in which all elements but blocks stand in lines.
fn lay_out_inline(page: &Page) -> Layout {
    let tree = &page.tree;
    let mut builder = LayoutBuilder::new("test", tree.len());
    for id in tree.elements() {
        let is_inline = page::is_inline_element(tree.name(id));
        let display = match tree.attr(id, "class") {
            Some("gone") => page::Display::None,
            _ if is_inline => page::Display::Inline,
            _ => page::Display::Block,
        };
        builder.set_style(id, Style { display, ..Style::default() });
    }
    builder.finish()
}

#[test]
fn boxes_in_rows_and_columns_are_tables() {
    let mut page = page(
        "<div><p><b>Name</b><b>Price</b></p><p><b>Oak</b><b>€12</b></p><p><b>Elm</b><b>€9</b></p><p><b>Ash</b><b>€7</b></p></div>",
    );
    assert_eq!(print(&page, &Config::default()), "", "without places nothing is known");
    page.layout = Some(lay_out(&page));
    expect![[r#"
        grid column 1+0
          [Name] | [Price]
          Oak | €12
          Elm | €9
          Ash | €7
          → Name=Oak; Price=€12
          → Name=Elm; Price=€9
          → Name=Ash; Price=€7
    "#]]
    .assert_eq(&print(&page, &Config::default()));
}

#[test]
fn roles_make_tables() {
    check(
        "<div role=table><div role=row><i role=columnheader>A</i><i role=columnheader>B</i></div>\
         <div role=row><i role=cell>1</i><i role=cell>2</i></div></div>",
        expect![[r#"
            grid column 1+0
              [A] | [B]
              1 | 2
              → A=1; B=2
        "#]],
    );
}

#[test]
fn paths_lead_from_a_cell_to_its_headers() {
    let page = page(LODGE);
    let table = &tables(&page, &Config::default())[0];
    let texts = |cells: Vec<&Cell>| cells.iter().map(|cell| cell.text.clone()).collect::<Vec<_>>();
    assert_eq!(texts(table.row_path(2, 3)), ["Adult", "Double bed"]);
    assert_eq!(texts(table.column_path(2, 3)), ["Middle class"]);
    let cell = table.grid.cell(2, 1).expect("a cell");
    assert_eq!(page.tree.name(cell.node), "td");
}

#[test]
fn deep_nests_and_hostile_spans_end() {
    let nest = "<table><tr><td>x".repeat(200);
    assert!(tables(&page(&nest), &Config::default()).iter().all(|table| !table.is_data));
    let wide = format!("<table>{}</table>", "<tr><td colspan=1000 rowspan=1000>x<td>y".repeat(300));
    let found = tables(&page(&wide.repeat(20)), &Config::default());
    let slots: usize = found.iter().map(|table| table.grid.rows() * table.grid.columns()).sum();
    // Eight columns of each table are beyond the budget.
    assert!(slots <= Config::default().max_slots + 8 * 300 * 20, "{slots}");
}
