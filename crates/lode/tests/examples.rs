//! What is seen in the bundled example pages, with a real layout: segments and labels.

use expect_test::{Expect, expect};
use lode::hierarchy::Outline;
use lode::{Capture, Engine, Layers, Methods, Page, Parts, picture};

fn example(name: &str) -> Page {
    let path = format!("{}/../../examples/pages/{name}.html", env!("CARGO_MANIFEST_DIR"));
    let mut page = Page::new(Capture::new(name, std::fs::read(path).expect("an example page")));
    Engine::Embedded.start().expect("the engine is built in").lay_out(&mut page);
    page
}

fn check(name: &str, segments: Expect, labels: Expect) {
    let page = example(name);
    let parts = Parts::of(&page, &Methods::default());
    let lines: Vec<String> = parts.segments.iter().map(|segment| parts.content.texts(segment.clone())).collect();
    segments.assert_eq(&(lines.join("\n") + "\n"));
    labels.assert_eq(&parts.labels().outline(&Outline::default()));
}

#[test]
fn a_shop_with_cards() {
    check(
        "bookshop",
        expect![[r#"
            Lantern Books New Second-hand Events Basket (0)
            Subjects Nature (38) Travel (51) Crafts (17) Novels (112)
            New this week
            The Old Harbour Mira Quint €12.90
            A Field Guide to Moss T. Abelard €31.00 €38.00
            Bread Without Hurry Ines Corvo €24.50
            Free delivery on Fridays – how it works
            Night Ferries Oskar Lind €9.95
            The Clockmaker’s Atlas J. Verhoeven €44.00
            Small Rivers Hana Doležal €17.20
            Lantern Books, 4 Quay Street · Imprint · Privacy
        "#]],
        expect![[r#"
            (segment)
              Lantern Books
            (segment)
              - New
              - Second-hand
              - Events
              - Basket (0)
            (segment)
              Subjects
                - Nature (38)
                - Travel (51)
                - Crafts (17)
                - Novels (112)
            New this week
              - The Old Harbour
                  - Mira Quint
                  - €12.90
              - A Field Guide to Moss
                  - T. Abelard
                  - €31.00 €38.00
              - Bread Without Hurry
                  - Ines Corvo
                  - €24.50
              Free delivery on Fridays – how it works
              - Night Ferries
                  - Oskar Lind
                  - €9.95
              - The Clockmaker’s Atlas
                  - J. Verhoeven
                  - €44.00
              - Small Rivers
                  - Hana Doležal
                  - €17.20
            (segment)
              Lantern Books, 4 Quay Street · Imprint · Privacy
        "#]],
    );
}

#[test]
fn an_old_page_laid_out_by_tables() {
    check(
        "hotels",
        expect![[r#"
            The Coast Pages
            Home Hotels Where to eat Sights Ferry times Weather Sunny, 24°C
            Hotels in Belmare
            All prices are per room and night, breakfast included unless we say so.
            Hotel Stars Room Telephone Single Double Hotel Aurora *** 62 89 555 0112 Pension at the Mole ** 41 58 555 0187 Grand Hotel Belmare ***** 180 240 555 0100 Lighthouse Inn *** – 95 555 0164
            Last change: 3 May 2004. Write to the editors.
        "#]],
        expect![[r#"
            The Coast Pages
              Hotels in Belmare
                All prices are per room and night, breakfast included unless we say so.
                (table)
                  - Hotel: Hotel Aurora
                    Stars: ***
                    Room.Single: 62
                    Room.Double: 89
                    Telephone: 555 0112
                  - Hotel: Pension at the Mole
                    Stars: **
                    Room.Single: 41
                    Room.Double: 58
                    Telephone: 555 0187
                  - Hotel: Grand Hotel Belmare
                    Stars: *****
                    Room.Single: 180
                    Room.Double: 240
                    Telephone: 555 0100
                  - Hotel: Lighthouse Inn
                    Stars: ***
                    Room.Single: –
                    Room.Double: 95
                    Telephone: 555 0164
                Last change: 3 May 2004. Write to the editors.
            (segment)
              - Home
              - Hotels
              - Where to eat
              - Sights
              - Ferry times
              Weather: Sunny, 24°C
        "#]],
    );
}

#[test]
fn a_page_of_sections() {
    check(
        "museum",
        expect![[r#"
        Museum of Tides Visit Collection Learn
        Visit Low water walk Every second Sunday at 9:30, meet at the gate. Bring boots.
        The museum stands on the old customs pier. From the station it is ten minutes on foot along the water.
        Opening hours Tuesday to Friday 10:00 – 17:00 Saturday, Sunday 10:00 – 19:00 Monday closed
        Tickets Visitor Price Adults € 9.00 Students € 6.00 Children under 12 free
        Telephone: +31 555 0120 · Address: 1 Customs Pier
    "#]],
        expect![[r#"
            (segment)
              - Museum of Tides
              - Visit
              - Collection
              - Learn
            Visit
              Low water walk: Every second Sunday at 9:30, meet at the gate. Bring boots.
              The museum stands on the old customs pier. From the station it is ten minutes on foot along the wate…
              Opening hours
                Tuesday to Friday: 10:00 – 17:00
                Saturday, Sunday: 10:00 – 19:00
                Monday: closed
              Tickets
                (table)
                  - Visitor: Adults
                    Price: € 9.00
                  - Visitor: Students
                    Price: € 6.00
                  - Visitor: Children under 12
                    Price: free
                Telephone: +31 555 0120 · Address: 1 Customs Pier
        "#]],
    );
}

#[test]
fn pictures_show_what_is_asked_for() {
    let page = example("museum");
    let parts = Parts::of(&page, &Methods::default());
    let [plain, all] = [Layers::default(), Layers::ALL].map(|layers| picture(&page, &parts, layers));
    for mark in ["segment 4: Opening hours", "label: Tickets", "table of 3 records", ">header<"] {
        assert!(all.contains(mark) && !plain.contains(mark), "{mark}");
    }
    let tables = picture(&page, &parts, Layers { tables: true, ..Layers::default() });
    assert!(tables.contains(">header<") && !tables.contains("label: Tickets"));
}
