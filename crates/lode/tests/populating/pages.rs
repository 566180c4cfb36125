//! What is told where: cards, tables, records without an element of their own, lists, and what does not fit.

use crate::clubs::{CLUBS, PEOPLE, check, head, page, people, plan, told};
use expect_test::expect;
use lode::Page;

#[test]
fn a_page_tells_of_its_subject_and_of_those_it_lists_in_cards() {
    let html = |number: usize| {
        let card = |(name, office, sex, age): &(&str, &str, &str, u32)| {
            format!("<div class=card><h3>{name}</h3><p>{sex}, {age} years</p><p>Office: {office}</p></div>")
        };
        format!("{}<h2>Committee</h2>{}", head(number), people(number).map(card).collect::<String>())
    };
    check(
        CLUBS,
        (0..4).map(|number| page(&format!("{number}.html"), html(number))).collect(),
        expect![[r#"
        Club Rowing Club Orrin
          title "Rowing Club Orrin" string
          founded "1987-05-14" date
          size "1204" integer
          fee "12.5" decimal
          committee → Member Ada Quill
          committee → Member Bo Tarn
          committee → Member Cleo Marsh
          raw Colours "red and white": no term of the ontology is known by this name
        Member Ada Quill
          fullName "Ada Quill" string
          sex "female" string
          age "61" integer
          office "chair" string
        Member Bo Tarn
          fullName "Bo Tarn" string
          sex "male" string
          age "44" integer
          office "treasurer" string
        Member Cleo Marsh
          fullName "Cleo Marsh" string
          sex "female" string
          age "38" integer
          office "keeper of keys" string"#]],
    );
}

#[test]
fn a_table_is_read_by_its_headers_and_a_heading_tells_the_link() {
    let html = |number: usize| {
        let row = |(name, office, _, age): &(&str, &str, &str, u32)| {
            format!("<tr><td>{number}</td><td><a href=/p>{name}</a></td><td>{office}</td><td>{age}</td></tr>")
        };
        let rows: Vec<String> = people(number).map(row).collect();
        let header = "<tr><th>No.</th><th>Name</th><th>Role</th><th>Age</th></tr>";
        let (first, second) = rows.split_at(2);
        format!(
            "{}<h2>Committee (2)</h2><table>{header}{}</table><h2>Trainers</h2><table>{header}{}</table>",
            head(number),
            first.concat(),
            second.concat()
        )
    };
    check(
        CLUBS,
        (0..4).map(|number| page(&format!("{number}.html"), html(number))).collect(),
        expect![[r#"
            Club Rowing Club Orrin
              title "Rowing Club Orrin" string
              founded "1987-05-14" date
              size "1204" integer
              fee "12.5" decimal
              committee → Member Ada Quill
              committee → Member Bo Tarn
              trainers → Member Cleo Marsh
              raw Colours "red and white": no term of the ontology is known by this name
            Member Ada Quill
              fullName "Ada Quill" string
              office "chair" string
              age "61" integer
              raw No. "0": no term of the ontology is known by this name
            Member Bo Tarn
              fullName "Bo Tarn" string
              office "treasurer" string
              age "44" integer
              raw No. "0": no term of the ontology is known by this name
            Member Cleo Marsh
              fullName "Cleo Marsh" string
              office "keeper of keys" string
              age "38" integer
              raw No. "0": no term of the ontology is known by this name"#]],
    );
}

#[test]
fn a_card_and_a_row_of_one_name_are_one_individual() {
    let html = |number: usize| {
        let row = |(name, office, sex, age): &(&str, &str, &str, u32)| {
            format!(
                "<tr><td>{name}<div class=pop><table><tr><td><h4>{name}</h4></td><td>{sex} / {age} years</td></tr>\
                 </table></div></td><td>{office}</td></tr>"
            )
        };
        let rows: String = people(number).map(row).collect();
        format!(
            "{}<h2>Committee</h2><div style='display:none'><table><tr><th>Name</th><th>Office</th></tr>{rows}</table></div>",
            head(number)
        )
    };
    check(
        CLUBS,
        (0..4).map(|number| page(&format!("{number}.html"), html(number))).collect(),
        expect![[r#"
            Club Rowing Club Orrin
              title "Rowing Club Orrin" string
              founded "1987-05-14" date
              size "1204" integer
              fee "12.5" decimal
              committee → Member Ada Quill
              committee → Member Bo Tarn
              committee → Member Cleo Marsh
              raw Colours "red and white": no term of the ontology is known by this name
            Member Ada Quill
              fullName "Ada Quill" string
              sex "female" string
              age "61" integer
              office "chair" string
            Member Bo Tarn
              fullName "Bo Tarn" string
              sex "male" string
              age "44" integer
              office "treasurer" string
            Member Cleo Marsh
              fullName "Cleo Marsh" string
              sex "female" string
              age "38" integer
              office "keeper of keys" string"#]],
    );
}

#[test]
fn records_need_no_element_of_their_own() {
    let html = |number: usize| {
        let entry = |(name, office, sex, age): &(&str, &str, &str, u32)| {
            format!("<dt>{name}</dt><dd>Role: {office}</dd><dd>{sex}</dd><dd>Age: {age} years</dd>")
        };
        format!("{}<h2>Committee</h2><dl>{}</dl>", head(number), people(number).map(entry).collect::<String>())
    };
    check(
        CLUBS,
        (0..4).map(|number| page(&format!("{number}.html"), html(number))).collect(),
        expect![[r#"
            Club Rowing Club Orrin
              title "Rowing Club Orrin" string
              founded "1987-05-14" date
              size "1204" integer
              fee "12.5" decimal
              committee → Member Ada Quill
              committee → Member Bo Tarn
              committee → Member Cleo Marsh
              raw Colours "red and white": no term of the ontology is known by this name
            Member Ada Quill
              fullName "Ada Quill" string
              sex "female" string
              age "61" integer
              office "chair" string
            Member Bo Tarn
              fullName "Bo Tarn" string
              sex "male" string
              age "44" integer
              office "treasurer" string
            Member Cleo Marsh
              fullName "Cleo Marsh" string
              sex "female" string
              age "38" integer
              office "keeper of keys" string"#]],
    );
}

#[test]
fn what_is_told_once_of_another_is_said_of_one_individual() {
    let streets = ["Mill Lane 4", "Quay 1", "Upper Row 12", "Station Road 7"];
    let halls = ["Boat House", "Reading Room", "Old Barn", "Town Hall"];
    let html = |number: usize| {
        let venue = format!(
            "<p><b>Venue name:</b> {}</p><p><b>Street:</b> {}</p><p><b>Trainers:</b> <a href=a>{}</a></p>",
            halls[number], streets[number], PEOPLE[number].0
        );
        format!("{}{venue}", head(number))
    };
    check(
        CLUBS,
        (0..4).map(|number| page(&format!("{number}.html"), html(number))).collect(),
        expect![[r#"
        Club Rowing Club Orrin
          title "Rowing Club Orrin" string
          founded "1987-05-14" date
          size "1204" integer
          fee "12.5" decimal
          trainers → Member Ada Quill
          meetsAt → Venue Boat House
          raw Colours "red and white": no term of the ontology is known by this name
        Member Ada Quill
          fullName "Ada Quill" string
        Venue Boat House
          venueName "Boat House" string
          street "Mill Lane 4" string"#]],
    );
}

#[test]
fn a_list_page_tells_of_each_thing_it_lists() {
    let html = |number: usize| {
        let item = |(name, office, sex, age): &(&str, &str, &str, u32)| {
            format!(
                "<li><a href='/m/{age}'>{name}</a> <span>{sex}</span> <i>{age} years</i> <em>Role: {office}</em></li>"
            )
        };
        let items: String = PEOPLE.iter().skip(number).take(5).map(item).collect();
        format!("<title>Members, page {number}</title><h1>Members</h1><ul class=all>{items}</ul><p>Page {number}</p>")
    };
    check(
        CLUBS,
        (0..3).map(|number| page(&format!("{number}.html"), html(number))).collect(),
        expect![[r#"
            Member Ada Quill
              fullName "Ada Quill" string
              sex "female" string
              age "61" integer
              office "chair" string
            Member Bo Tarn
              fullName "Bo Tarn" string
              sex "male" string
              age "44" integer
              office "treasurer" string
            Member Cleo Marsh
              fullName "Cleo Marsh" string
              sex "female" string
              age "38" integer
              office "keeper of keys" string
            Member Dov Pell
              fullName "Dov Pell" string
              sex "male" string
              age "52" integer
              office "chair" string
              office "coach" string
            Member Etta Lowe
              fullName "Etta Lowe" string
              sex "female" string
              age "29" integer
              office "coach" string"#]],
    );
}

#[test]
fn what_does_not_fit_is_kept_with_its_reason() {
    let html = |number: usize| {
        let site = ["see the board", "www.velm.example", "https://tarra.example/club", "<a href=/bexley>our pages</a>"];
        let open = ["Yes", "no", "on request", "yes"];
        format!(
            "{}<dl><dt>Website:</dt><dd>{}</dd><dt>Open to guests:</dt><dd>{}</dd></dl>",
            head(number),
            site[number],
            open[number]
        )
    };
    let mut pages: Vec<Page> = (0..4).map(|number| page(&format!("{number}.html"), html(number))).collect();
    let plan = plan(CLUBS, &mut pages);
    let all: Vec<String> = pages.iter().map(|page| told(&plan.read(page))).collect();
    expect![[r#"
        Club Rowing Club Orrin
          title "Rowing Club Orrin" string
          founded "1987-05-14" date
          size "1204" integer
          fee "12.5" decimal
          open "true" boolean
          raw site "see the board": it is no address on the web
          raw Colours "red and white": no term of the ontology is known by this name
        Club Chess Circle Velm
          title "Chess Circle Velm" string
          founded "1990-06" gYearMonth
          size "86" integer
          fee "8" decimal
          site "http://www.velm.example" anyURI
          open "false" boolean
          raw Colours "black and white": no term of the ontology is known by this name
        Club Hill Walkers Tarra
          title "Hill Walkers Tarra" string
          founded "1999-03-02" date
          size "90" integer
          fee "1100" decimal
          site "https://tarra.example/club" anyURI
          raw open "on request": it is neither yes nor no
          raw Colours "green": no term of the ontology is known by this name
        Club Kite Society Bexley
          title "Kite Society Bexley" string
          founded "2003-07-09" date
          fee "20" decimal
          open "true" boolean
          raw size "many": there is no number in it
          raw site "our pages": it is no address on the web
          raw Colours "sky blue": no term of the ontology is known by this name"#]]
    .assert_eq(&all.join("\n"));
}

#[test]
fn a_subject_of_which_little_is_told_is_not_lost_beside_a_list() {
    let html = |number: usize| {
        let card = |(name, office, sex, age): &(&str, &str, &str, u32)| {
            format!("<div class=m><h4>{name}</h4><p>Age: {age}</p><p>Office: {office}</p><p>Sex: {sex}</p></div>")
        };
        let told =
            format!("<p><b>Founded:</b> {}-05-0{number}</p><p><b>Yearly fee:</b> 1{number}.50</p>", 1987 + number);
        format!("<div>Club finder</div>{told}<h3>Committee</h3>{}", people(number).map(card).collect::<String>())
    };
    let mut pages: Vec<Page> = (1..5).map(|number| page(&format!("{number}.html"), html(number))).collect();
    let plan = plan(CLUBS, &mut pages);
    for page in &pages {
        let facts = plan.read(page);
        let has = |name: &str| facts.statements.iter().any(|statement| statement.property.ends_with(name));
        assert!(has("#founded") && has("#fee") && has("#committee") && has("#age"), "{}", told(&facts));
    }
}
