//! Books: what invented bookshops sell.

use super::{Attribute, Kind, Leaf, Plan, Rates, Top, attribute, leaf, wording};
use crate::words::Vocabulary;

pub(super) const PLAN: Plan = Plan {
    tops: &[FICTION, NON_FICTION, CHILDREN, COMICS],
    vocabulary: Vocabulary {
        nouns: &["Winter", "River", "Island", "Night", "Garden", "Mountain", "Harbour", "Forest", "North", "Desert"],
        things: &["Clock", "Letter", "Mirror", "Lamp", "Key", "Map", "Feather", "Violin", "Ladder", "Shadow"],
        qualities: &["Silent", "Borrowed", "Broken", "Last", "Hidden", "Salt", "Paper", "Seventh", "Crooked", "Pale"],
    },
    site_names: &["{w} Books", "The {w} Bookshop", "{w} & Daughters", "Read{w}", "{w} Pages", "Books at {w}"],
    slogans: &[
        "Books that keep you up",
        "A very small shop with very long shelves",
        "Hand-picked, well wrapped, quickly sent",
        "Reading is cheaper than flying",
        "Your neighbourhood bookshop, online",
    ],
    topic: "book",
    news: &[
        (
            "Reading night in the cellar",
            "On Friday six authors read ten minutes each, by candle light, until midnight.",
        ),
        ("We wrap in newspaper again", "The foil is gone. Your parcels rustle now."),
        ("The summer table is laid", "Thirty slim books that fit into a coat pocket, chosen by our three booksellers."),
        ("Second-hand corner opens", "Bring us what you have read, and take what somebody else has loved."),
        ("A prize for small publishers", "The jury met on a ferry and could not agree for two crossings."),
        ("How we choose what we sell", "We read the first page, the last page and one in the middle."),
    ],
    adverts: &[
        "Reading glasses from 9.90",
        "Tea for long evenings",
        "Shelves made to measure",
        "Gift vouchers, sent at once",
        "Audio books: one month free",
        "Lamps that do not wake others",
    ],
};

const HOUSES: &[&str] = &["{w} Press", "{w} & Sons", "{w} House", "Editions {w}", "{w} University Press"];
const LANGUAGES: &[&str] = &["English", "English", "French", "Welsh", "German", "Spanish"];

const AUTHOR: Attribute = attribute("author", &["Author", "By", "Written by"], 85, Kind::Person);
const PRICE: Attribute = attribute("price", &["Price", "Our price", "Costs"], 90, Kind::Money(690, 4490, 50));
const PUBLISHER: Attribute =
    attribute("publisher", &["Publisher", "Published by", "Imprint"], 15, Kind::Company(HOUSES));
const PAGES: Attribute =
    attribute("pages", &["Pages", "Number of pages", "Length", "Page count"], 20, Kind::Count(48, 820));
const ISBN: Attribute = attribute("isbn", &["ISBN", "ISBN-13", "ISBN number"], 0, Kind::Isbn);
const LANGUAGE: Attribute = attribute("language", &["Language", "In", "Text in"], 0, Kind::OneOf(LANGUAGES));
const YEAR: Attribute = attribute("year", &["Year", "Published", "Year of publication"], 30, Kind::Year(1961, 2025));
const RATING: Attribute = attribute("rating", &["Rating", "Readers' rating", "Stars"], 40, Kind::Rating);
const BINDING: Attribute = attribute(
    "binding",
    &["Binding", "Format", "Edition"],
    20,
    Kind::OneOf(&["Hardcover", "Paperback", "Cloth", "Pocket edition"]),
);
const STOCK: Attribute = attribute(
    "delivery",
    &["Delivery", "Availability", "Ships in"],
    30,
    Kind::OneOf(&["tomorrow", "2 to 3 days", "one week", "in stock", "on order"]),
);

const FICTION: Top = Top {
    name: wording("fiction", &["Fiction", "Fiction books"], &["Novels and stories"]),
    attributes: &[AUTHOR, PRICE, PUBLISHER, PAGES, ISBN, LANGUAGE, YEAR, RATING],
    rates: Some(Rates {
        titles: &["Editions", "Formats and prices", "Available as"],
        rows: &["Cloth-bound", "Softcover", "E-book"],
        columns: &["New", "Used"],
        from: 3,
        to: 38,
    }),
    sentences: &[
        "{name} begins on a ferry and ends in a courtroom, and nobody is who they said they were.",
        "The people of {w} keep a secret, and keep it badly.",
        "A slow book with a fast last chapter.",
        "It was passed from hand to hand before any paper wrote about it.",
        "You will like it if you like weather, old houses and lies.",
        "The translation keeps the jokes.",
    ],
    leaves: &[
        Leaf {
            name: wording("crime", &["Crime", "Crime fiction", "Crime novels"], &["Whodunits"]),
            names: &[
                ("Death at {w}", "Death at {w}: A Novel"),
                ("The {q} {t} of {w}", "{q} {t} of {w}"),
                ("Murder in {w} Lane", "Murder in {w} Lane: A Case"),
            ],
            dearness: 100,
            below: &[
                leaf(
                    wording("thrillers", &["Thrillers", "Thriller"], &["Page-turners"]),
                    &[("The {w} Protocol", "{w} Protocol"), ("Countdown to {w}", "Countdown to {w}: A Thriller")],
                ),
                leaf(
                    wording("detectives", &["Detectives", "Detective stories"], &["Inspectors"]),
                    &[("Inspector {w} and the {t}", "Inspector {w} & the {t}"), ("The {w} Case", "{w} Case")],
                ),
            ],
        },
        leaf(
            wording("fantasy", &["Fantasy", "Fantasy novels"], &["Dragons and magic"]),
            &[
                ("The Dragons of {w}", "Dragons of {w}"),
                ("{w} Rising", "{w} Rising: Book One"),
                ("The {q} Throne of {w}", "{q} Throne of {w}"),
            ],
        ),
        leaf(
            wording("historical", &["Historical", "Historical novels"], &["Past times"]),
            &[
                ("The {w} Heiress", "{w} Heiress"),
                ("The Weaver of {w}", "Weaver of {w}"),
                ("A Ship to {w}", "A Ship to {w}: A Novel"),
            ],
        ),
        leaf(
            wording("romance", &["Romance", "Romances"], &["Love stories"]),
            &[
                ("A {n} with {w}", "One {n} with {w}"),
                ("Dear {w}", "Dear {w}: A Love Story"),
                ("Kisses for {w}", "Kisses for {w}: A Novel"),
            ],
        ),
        leaf(
            wording("poetry", &["Poetry", "Poems"], &["Verse"]),
            &[
                ("{w} and Other Poems", "{w} & Other Poems"),
                ("Verses from {w}", "{w}: Verses"),
                ("{n} Songs for {w}", "{n} Songs for {w}: Poems"),
            ],
        ),
    ],
};

const NON_FICTION: Top = Top {
    name: wording("non-fiction", &["Non-fiction", "Nonfiction", "Non fiction"], &["Fact and knowledge"]),
    attributes: &[AUTHOR, PRICE, PUBLISHER, PAGES, ISBN, YEAR, BINDING, STOCK],
    rates: None,
    sentences: &[
        "{name} took eleven years to write and an evening to like.",
        "Maps, tables and a very dry humour.",
        "The chapter about {w} alone is worth the money.",
        "Clearly argued, with more notes than you need and all of them good.",
        "It assumes nothing and leaves nothing out.",
        "The photographs were taken by the author's sister.",
    ],
    leaves: &[
        leaf(
            wording("history", &["History", "History books"], &["How it was"]),
            &[
                ("A History of {w}", "{w}: A History"),
                ("The {w} Empire", "{w} Empire"),
                ("The Fall of {w}", "Fall of {w}"),
            ],
        ),
        Leaf {
            name: wording("cooking", &["Cooking", "Cookbooks", "Cooking books"], &["In the kitchen"]),
            names: &[
                ("The {w} Table", "{w} Table"),
                ("Supper in {w}", "Supper in {w}: 80 Recipes"),
                ("{w} Kitchen", "The {w} Kitchen"),
            ],
            dearness: 100,
            below: &[
                leaf(
                    wording("baking", &["Baking", "Baking books"], &["Bread and cake"]),
                    &[("The Bakers of {w}", "Bakers of {w}"), ("Bread from {w}", "Bread from {w}: 50 Loaves")],
                ),
                leaf(
                    wording("drinks", &["Drinks", "Drink"], &["Wine and beer"]),
                    &[("The Wines of {w}", "Wines of {w}"), ("Cider from {w}", "Cider from {w}: A Guide")],
                ),
            ],
        },
        leaf(
            wording("travel", &["Travel", "Travel books"], &["On the road"]),
            &[
                ("Walking in {w}", "Walking in {w}: 30 Routes"),
                ("By Train to {w}", "To {w} by Train"),
                ("{w} on Foot", "{w} on Foot: A Journey"),
            ],
        ),
        leaf(
            wording("science", &["Science", "Science books"], &["How nature works"]),
            &[
                ("The {w} Effect", "{w} Effect"),
                ("Seven Lectures on {w}", "Lectures on {w}"),
                ("{w} and the Atom", "{w} & the Atom"),
            ],
        ),
        leaf(
            wording("biography", &["Biography", "Biographies"], &["Lives"]),
            &[
                ("{w}: A Life", "The Life of {w}"),
                ("Growing up {w}", "Growing up {w}: A Memoir"),
                ("My Years with {w}", "Years with {w}"),
            ],
        ),
    ],
};

const CHILDREN: Top = Top {
    name: wording("children", &["Children", "Children's books"], &["Young readers"]),
    attributes: &[
        AUTHOR,
        attribute("illustrator", &["Illustrator", "Pictures by", "Illustrated by"], 25, Kind::Person),
        PRICE,
        attribute(
            "age",
            &["Age", "For ages", "Recommended age"],
            55,
            Kind::OneOf(&["2 to 4", "3 to 6", "4 to 8", "6 to 9", "8 to 12", "from 10"]),
        ),
        PAGES,
        ISBN,
        PUBLISHER,
        STOCK,
    ],
    rates: None,
    sentences: &[
        "{name} has been read aloud in this shop more often than any other book.",
        "There is a mouse on every page; find it.",
        "{w} the goose learns that soup is not a bath.",
        "Short enough for tired parents.",
        "The pictures are cut from old maps.",
        "For all who do not want to go to bed yet.",
    ],
    leaves: &[
        leaf(
            wording("picture-books", &["Picture books", "Picture book"], &["To look at"]),
            &[
                ("Goodnight, {w}", "Goodnight {w}"),
                ("{w} the Goose", "The Goose {w}"),
                ("Where Is {w}?", "Where Is {w}"),
            ],
        ),
        leaf(
            wording("fairy-tales", &["Fairy tales", "Fairy tale books"], &["Once upon a time"]),
            &[
                ("The Giant of {w}", "Giant of {w}"),
                ("Princess {w}", "Princess {w} and the {t}"),
                ("Tales from {w}", "{w} Tales"),
            ],
        ),
        leaf(
            wording("young-adult", &["Young adult", "Young adults"], &["Teens"]),
            &[
                ("{w} High", "{w} High: A Novel"),
                ("Everyone Hates {w}", "Everyone Hates {w}!"),
                ("My Brother {w}", "Brother {w}"),
            ],
        ),
        leaf(
            wording("activity", &["Activity books", "Activities"], &["Cut and glue"]),
            &[
                ("Draw with {w}", "Drawing with {w}"),
                ("{w} Makes Things", "{w} Makes Things!"),
                ("Puzzles from {w}", "{w} Puzzles"),
            ],
        ),
    ],
};

const COMICS: Top = Top {
    name: wording("comics", &["Comics", "Comic books", "Comic"], &["Drawn stories"]),
    attributes: &[
        AUTHOR,
        attribute("artist", &["Artist", "Art", "Drawn by"], 45, Kind::Person),
        PRICE,
        attribute("volume", &["Volumes", "Series", "Number of volumes"], 20, Kind::Count(1, 24)),
        YEAR,
        LANGUAGE,
        BINDING,
        RATING,
    ],
    rates: None,
    sentences: &[
        "{name} needs eighty pages and hardly a word.",
        "The colours were mixed by {w}, who paints ships.",
        "A cult, and rightly so.",
        "The first volume is out of print more often than in it.",
        "Read it twice: once for the story and once for the walls.",
        "Funny until it is not.",
    ],
    leaves: &[
        leaf(
            wording("manga", &["Manga", "Mangas"], &["From right to left"]),
            &[
                ("{w} Blade", "{w} Blade, Vol. 1"),
                ("Moon over {w}", "Moon over {w}, Vol. 1"),
                ("{w} Academy", "The {w} Academy"),
            ],
        ),
        leaf(
            wording("graphic-novels", &["Graphic novels", "Graphic novel"], &["Long stories in pictures"]),
            &[
                ("The {w} Diaries", "{w} Diaries"),
                ("Notes from {w}", "{w}: Notes"),
                ("The {q} Boy from {w}", "{q} Boy from {w}"),
            ],
        ),
        leaf(
            wording("superheroes", &["Superheroes", "Super heroes", "Superhero"], &["Capes and masks"]),
            &[
                ("Captain {w}", "Captain {w} Returns"),
                ("The Amazing {w}", "Amazing {w}"),
                ("{w} Force", "{w} Force United"),
            ],
        ),
        leaf(
            wording("strips", &["Comic strips", "Strips"], &["Three boxes a day"]),
            &[("{w} and Dog", "{w} & Dog"), ("Life with {w}", "Life with {w} Again"), ("Mister {w}", "Mr. {w}")],
        ),
    ],
};
