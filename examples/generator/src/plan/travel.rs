//! Travel: where to sleep, eat, look and go out in an invented town.

use super::{Attribute, Kind, Leaf, Plan, Rates, Top, attribute, cheaper, leaf, wording};
use crate::words::Vocabulary;

pub(super) const PLAN: Plan = Plan {
    tops: &[HOTELS, RESTAURANTS, SIGHTS, NIGHTLIFE],
    vocabulary: Vocabulary {
        nouns: &["Harbour", "Garden", "Bridge", "Tower", "Market", "River", "Castle", "Mill", "Orchard", "Lagoon"],
        things: &["Anchor", "Lantern", "Barrel", "Compass", "Swan", "Fig", "Olive", "Pearl", "Falcon", "Rose"],
        qualities: &["Golden", "Blue", "Silver", "Old", "Red", "White", "Little", "Royal", "Quiet", "Green"],
    },
    site_names: &["{w} Wander", "Go {w}", "{w} City Guide", "{w} Breaks", "Trip{w}", "{w} Traveller", "Hello {w}"],
    slogans: &[
        "The town in your pocket",
        "Everything worth a visit, checked by people who live here",
        "Plan a weekend in five minutes",
        "Independent advice since the ferry was built",
        "Find it, book it, enjoy it",
    ],
    topic: "trip",
    news: &[
        ("Night ferry sails again", "From May on the night ferry leaves at ten and is back before breakfast."),
        ("Tram line extended to the beach", "The new stop is a few steps from the sand and opens in the spring."),
        ("Street market moves uphill", "The Saturday market is held by the old mill until the quay is repaired."),
        ("Ten quiet corners for a hot day", "Our readers told us where they sit when the sun is high."),
        ("Harbour lights switched to warm white", "The promenade is a little darker now and a good deal nicer."),
        ("What to pack for the windy season", "A scarf, a hat with a string, and shoes that may get wet."),
    ],
    adverts: &[
        "Cheap flights every Tuesday",
        "Rent a car for 19 a day",
        "Travel insurance in two clicks",
        "Luggage that lasts: 40% off",
        "Learn a language while you pack",
        "Airport transfer, no waiting",
    ],
};

const PHONE: Attribute = attribute("phone", &["Phone", "Tel.", "Telephone", "Call"], 25, Kind::Phone);
const ADDRESS: Attribute = attribute("address", &["Address", "Location", "Where", "Street address"], 55, Kind::Address);
const RATING: Attribute =
    attribute("rating", &["Rating", "Guest rating", "Score", "Our visitors say"], 60, Kind::Rating);
const MAIL: Attribute = attribute("email", &["E-mail", "Email", "Mail", "Write to"], 0, Kind::Mail);
const HOURS: Attribute = attribute("hours", &["Opening hours", "Open", "Hours", "Opening times"], 30, Kind::Hours);

const HOTELS: Top = Top {
    name: wording("hotels", &["Hotels", "Hotel", "Hotel guide"], &["Places to stay", "Accommodation"]),
    attributes: &[
        ADDRESS,
        PHONE,
        attribute("price", &["Price from", "Rate", "Rooms from", "Price per night"], 90, Kind::Money(4500, 32000, 100)),
        RATING,
        attribute("rooms", &["Rooms", "Number of rooms", "No. of rooms"], 20, Kind::Count(8, 240)),
        attribute(
            "checkin",
            &["Check-in", "Check in from", "Arrival"],
            0,
            Kind::OneOf(&["14:00", "15:00", "13:30", "16:00"]),
        ),
        attribute(
            "pets",
            &["Pets", "Pet policy", "Dogs and cats"],
            0,
            Kind::OneOf(&["welcome", "not allowed", "on request", "small dogs only"]),
        ),
        attribute(
            "services",
            &["Facilities", "Services", "Amenities"],
            20,
            Kind::Several(&[
                "sauna",
                "parking",
                "breakfast room",
                "roof terrace",
                "bicycles",
                "lift",
                "free wifi",
                "bar",
            ]),
        ),
        MAIL,
    ],
    rates: Some(Rates {
        titles: &["Prices", "Room rates", "Tariffs"],
        rows: &["Single room", "Double room", "Suite"],
        columns: &["Low season", "High season"],
        from: 45,
        to: 390,
    }),
    sentences: &[
        "{name} stands at the corner of the old customs house and wakes with the first boats.",
        "Breakfast is served under the plane trees until eleven.",
        "The rooms on the upper floors look over the roofs to the lighthouse.",
        "Guests like the short way to the station and the thick walls.",
        "The {w} family has run the house for three generations.",
        "Bicycles can be borrowed at the desk for as long as you stay.",
    ],
    leaves: &[
        cheaper(
            15,
            leaf(
                wording("budget", &["Budget", "Budget hotels"], &["Cheap stays"]),
                &[("Hostel {w}", "{w} Hostel"), ("Pension {w}", "{w} Pension"), ("{w} Inn", "The {w} Inn")],
            ),
        ),
        cheaper(
            60,
            leaf(
                wording("boutique", &["Boutique", "Boutique hotels"], &["Small and stylish"]),
                &[("{w} House", "The {w} House"), ("Hotel {q} {t}", "{q} {t} Hotel"), ("Casa {w}", "Hotel Casa {w}")],
            ),
        ),
        leaf(
            wording("luxury", &["Luxury", "Luxury hotels"], &["Five stars"]),
            &[
                ("Grand Hotel {w}", "{w} Grand Hotel"),
                ("{w} Palace", "Hotel {w} Palace"),
                ("The {w} Regent", "{w} Regent"),
            ],
        ),
        cheaper(
            75,
            leaf(
                wording("spa", &["Spa", "Spa hotels"], &["Wellness"]),
                &[
                    ("{w} Springs", "{w} Springs Hotel"),
                    ("{w} Thermal Resort", "Thermal Resort {w}"),
                    ("Bath House {w}", "{w} Bath House"),
                ],
            ),
        ),
        cheaper(
            40,
            leaf(
                wording("family", &["Family", "Family hotels"], &["With children"]),
                &[("{w} Farm", "{w} Farm Hotel"), ("Lake Hotel {w}", "{w} Lake Hotel"), ("{w} Lodge", "The {w} Lodge")],
            ),
        ),
    ],
};

const RESTAURANTS: Top = Top {
    name: wording("restaurants", &["Restaurants", "Restaurant", "Restaurant guide"], &["Where to eat", "Food & Drink"]),
    attributes: &[
        ADDRESS,
        PHONE,
        attribute(
            "menu",
            &["Menu from", "Main courses from", "Three courses", "Dinner for one"],
            70,
            Kind::Money(1100, 6800, 50),
        ),
        RATING,
        HOURS,
        attribute("seats", &["Seats", "Covers", "Places"], 10, Kind::Count(16, 140)),
        attribute(
            "closed",
            &["Closed", "Day off", "Closed on"],
            25,
            Kind::OneOf(&["Mondays", "Tuesdays", "Sundays", "Wednesdays", "in January"]),
        ),
        attribute(
            "speciality",
            &["Speciality", "House speciality", "Known for"],
            40,
            Kind::OneOf(&[
                "lemon risotto",
                "grilled sardines",
                "chestnut dumplings",
                "saffron soup",
                "duck with figs",
                "smoked trout",
                "wild garlic pasta",
                "almond tart",
            ]),
        ),
    ],
    rates: None,
    sentences: &[
        "{name} cooks what the boats and the market bring, and nothing else.",
        "The terrace has eleven tables and they are gone by seven.",
        "Chef {w} learnt the trade in three harbours and it shows.",
        "Ask for the table by the oven when it rains.",
        "The wine list is short, and everything on it is open.",
        "Lunch is half the price and just as good.",
    ],
    leaves: &[
        leaf(
            wording("italian", &["Italian", "Italian restaurants"], &["Pasta and pizza"]),
            &[("Trattoria {w}", "{w} Trattoria"), ("Osteria {w}", "{w} Osteria"), ("Da {w}", "Ristorante da {w}")],
        ),
        leaf(
            wording("seafood", &["Seafood", "Sea food"], &["Fish and shellfish"]),
            &[
                ("The {q} Lobster {w}", "{q} Lobster {w}"),
                ("{w} Oyster House", "Oyster House {w}"),
                ("Captain {w}", "Captain {w}'s"),
            ],
        ),
        leaf(
            wording("vegetarian", &["Vegetarian", "Vegetarian restaurants"], &["Meat-free"]),
            &[
                ("{w} Kitchen Garden", "The {w} Kitchen Garden"),
                ("Green {w}", "The Green {w}"),
                ("Root and {w}", "Root & {w}"),
            ],
        ),
        leaf(
            wording("asian", &["Asian", "Asian restaurants"], &["From the East"]),
            &[("Noodle Bar {w}", "{w} Noodle Bar"), ("{w} Garden of Tea", "Garden of Tea {w}"), ("Wok {w}", "{w} Wok")],
        ),
        leaf(
            wording("cafes", &["Cafes", "Cafés"], &["Coffee houses"]),
            &[
                ("Cafe {w}", "{w} Cafe"),
                ("{w} Coffee Room", "The {w} Coffee Room"),
                ("Patisserie {w}", "{w} Patisserie"),
            ],
        ),
    ],
};

const SIGHTS: Top = Top {
    name: wording("sights", &["Sights", "Sightseeing", "Sights to see"], &["What to see", "Attractions"]),
    attributes: &[
        ADDRESS,
        PHONE,
        attribute("admission", &["Admission", "Entry", "Tickets", "Adults"], 70, Kind::Money(200, 2400, 50)),
        HOURS,
        attribute("year", &["Built", "Founded", "Year"], 30, Kind::Year(1180, 1996)),
        RATING,
        attribute(
            "visit",
            &["Time needed", "Visit takes", "Duration"],
            20,
            Kind::OneOf(&["1 hour", "2 hours", "45 minutes", "half a day"]),
        ),
        attribute(
            "tram",
            &["Tram stop", "Nearest stop", "Getting there"],
            0,
            Kind::Company(&["{w} Square", "{w} Gate", "{w} Bridge"]),
        ),
    ],
    rates: None,
    sentences: &[
        "{name} is the first thing that visitors ask for and the last that they photograph.",
        "The {w} wing was added after the great flood.",
        "Come early: by noon the queue reaches the fountain.",
        "A guide in the local dialect walks you through on Sundays.",
        "The view from the top step is worth the climb.",
        "It was closed for a decade and has never been so well kept.",
    ],
    leaves: &[
        Leaf {
            name: wording("museums", &["Museums", "Museum", "Museum guide"], &["Collections"]),
            names: &[
                ("{w} Museum", "Museum {w}"),
                ("Museum of the {n} {w}", "{n} Museum {w}"),
                ("{w} Collection", "The {w} Collection"),
            ],
            dearness: 100,
            below: &[
                leaf(
                    wording("art", &["Art museums", "Art museum"], &["Galleries"]),
                    &[("{w} Gallery", "Gallery {w}"), ("Picture Hall {w}", "{w} Picture Hall")],
                ),
                leaf(
                    wording("science", &["Science museums", "Science museum"], &["Hands-on science"]),
                    &[("{w} Observatory", "Observatory {w}"), ("Engine House {w}", "{w} Engine House")],
                ),
            ],
        },
        leaf(
            wording("parks", &["Parks", "Park", "Parks and gardens"], &["Green places"]),
            &[("{w} Park", "The {w} Park"), ("{w} Gardens", "The {w} Gardens"), ("Palm House {w}", "{w} Palm House")],
        ),
        leaf(
            wording("churches", &["Churches", "Church"], &["Sacred places"]),
            &[
                ("St. {w}", "Church of St. {w}"),
                ("{w} Cathedral", "The Cathedral of {w}"),
                ("{w} Chapel", "Chapel of {w}"),
            ],
        ),
        leaf(
            wording("castles", &["Castles", "Castle"], &["Fortresses"]),
            &[("{w} Castle", "Castle {w}"), ("Fort {w}", "{w} Fort"), ("{w} Keep", "The {w} Keep")],
        ),
    ],
};

const NIGHTLIFE: Top = Top {
    name: wording("nightlife", &["Nightlife", "Night life"], &["Going out", "After dark"]),
    attributes: &[
        ADDRESS,
        PHONE,
        attribute("entry", &["Cover charge", "Entrance", "At the door"], 60, Kind::Money(300, 3500, 100)),
        HOURS,
        attribute("capacity", &["Capacity", "Guests", "Holds"], 25, Kind::Count(40, 1800)),
        attribute(
            "music",
            &["Music", "Sound", "What they play"],
            55,
            Kind::OneOf(&[
                "jazz",
                "soul and funk",
                "techno",
                "folk",
                "indie rock",
                "sea shanties",
                "chamber music",
                "salsa",
            ]),
        ),
        RATING,
    ],
    rates: None,
    sentences: &[
        "{name} fills up late and stays that way.",
        "The barrel vault dates from the salt trade and carries every note.",
        "The house drink is called {w} and nobody knows what is in it.",
        "There is a quiet room at the back for those who came to talk.",
        "On Thursdays the locals bring instruments.",
        "The last tram waits for the last song.",
    ],
    leaves: &[
        leaf(
            wording("bars", &["Bars", "Bar", "Bar guide"], &["Drinks"]),
            &[("The {q} {t} {w}", "{q} {t} {w}"), ("Bar {w}", "{w} Bar"), ("{w} Cellar", "The {w} Cellar")],
        ),
        leaf(
            wording("clubs", &["Clubs", "Club"], &["Dance floors"]),
            &[("Club {w}", "{w} Club"), ("Hangar {w}", "{w} Hangar"), ("Disco {w}", "{w} Disco")],
        ),
        leaf(
            wording("concerts", &["Concerts", "Concert", "Concert halls"], &["Live on stage"]),
            &[("{w} Hall", "The {w} Hall"), ("{w} Opera", "Opera {w}"), ("Stage {w}", "{w} Stage")],
        ),
        leaf(
            wording("theatres", &["Theatres", "Theaters", "Theatre"], &["Plays"]),
            &[
                ("{w} Theatre", "Theatre {w}"),
                ("{w} Playhouse", "The {w} Playhouse"),
                ("Puppets of {w}", "{w} Puppets"),
            ],
        ),
    ],
};
