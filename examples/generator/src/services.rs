//! What is on every site and tells nothing of its domain: service pages, news, advertisements.

use crate::random::Random;
use crate::site::{Advert, Article, Service};

/// A service page before a site words it: labels, the file's name, its text, its form.
struct Plain {
    labels: &'static [&'static str],
    path: &'static str,
    texts: &'static [&'static str],
    form: &'static [&'static str],
}

const SERVICES: [Plain; 7] = [
    Plain {
        labels: &["About us", "About", "Who we are"],
        path: "about",
        texts: &[
            "{name} was founded by four friends who could not agree on a {topic}.",
            "Today we are a team of nine and still do not agree. One of us has held in hand whatever you find.",
        ],
        form: &[],
    },
    Plain {
        labels: &["Contact", "Contact us", "Get in touch"],
        path: "contact",
        texts: &["Write to us about your {topic}, we answer within two working days."],
        form: &["Your name", "Your message"],
    },
    Plain {
        labels: &["Imprint", "Legal", "Legal notice"],
        path: "legal",
        texts: &["Responsible for the content: the editors of {name}. All prices without guarantee."],
        form: &[],
    },
    Plain {
        labels: &["Login", "Sign in", "My account"],
        path: "login",
        texts: &["Sign in to see what you have saved."],
        form: &["User name", "Password"],
    },
    Plain {
        labels: &["Newsletter", "Our newsletter"],
        path: "newsletter",
        texts: &["Once a month, never more: the best {topic} of the season in your mail box."],
        form: &["Your e-mail address"],
    },
    Plain {
        labels: &["Privacy", "Privacy policy", "Data protection"],
        path: "privacy",
        texts: &[
            "We keep what we need for your {topic} and nothing else.",
            "Cookies remember what you looked at last. You can delete them at any time.",
        ],
        form: &[],
    },
    Plain {
        labels: &["Help", "FAQ", "Questions"],
        path: "help",
        texts: &["How do I change my {topic}? Sign in and press Change. It costs nothing until the day before."],
        form: &[],
    },
];

const MONTHS: [&str; 6] = ["March", "April", "May", "June", "September", "October"];

/// The service pages of a site.
pub(crate) fn services(
    name: &str,
    topic: &str,
    free: &mut dyn FnMut(&str) -> String,
    random: &mut Random,
) -> Vec<Service> {
    let count = random.between(6, 7);
    let mut services: Vec<Service> = Vec::new();
    for at in random.sample(SERVICES.len(), count) {
        let plain = &SERVICES[at];
        services.push(Service {
            label: random.pick(plain.labels).to_owned(),
            path: free(plain.path),
            paragraphs: plain.texts.iter().map(|text| text.replace("{name}", name).replace("{topic}", topic)).collect(),
            form: plain.form,
            is_in_header: random.chance(40),
        });
    }
    services
}

/// One or two pieces of news.
pub(crate) fn articles(
    news: &[(&str, &str)],
    free: &mut dyn FnMut(&str) -> String,
    random: &mut Random,
) -> Vec<Article> {
    let count = random.between(1, 2);
    let chosen = random.sample(news.len(), count);
    let mut article = |at: usize| Article {
        title: news[at].0.to_owned(),
        path: free(&format!("news-{}", crate::words::slug(news[at].0))),
        text: news[at].1.to_owned(),
        date: format!("{} {}", random.between(1, 28), random.pick(&MONTHS)),
    };
    chosen.into_iter().map(&mut article).collect()
}

/// Two advertisements that lead outside and one that leads to a page of the site.
pub(crate) fn adverts(texts: &[&str], inside: String, random: &mut Random) -> Vec<Advert> {
    let chosen = random.sample(texts.len(), 2);
    let outside = |at: usize| Advert {
        text: texts[at].to_owned(),
        url: format!("https://ads.example/click?campaign={}", 1000 + 37 * at),
        is_outside: true,
    };
    let mut adverts: Vec<Advert> = chosen.into_iter().map(outside).collect();
    let offer = random.pick(&["Offer of the week", "Tip of the day", "Only this week"]);
    adverts.push(Advert { text: (*offer).to_owned(), url: inside, is_outside: false });
    random.shuffle(&mut adverts);
    adverts
}
