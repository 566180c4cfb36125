//! Words of markup that say what a value is. Classes name how things look, which framework shows them or which block
//! they are part of as often as what they are; so only these words name a column, whatever else a class says.

/// What a value may be called, as classes and `itemprop` have it, and as a person would write it.
const NOUNS: &[(&str, &str)] = &[
    ("abstract", "abstract"),
    ("address", "address"),
    ("age", "age"),
    ("agency", "agency"),
    ("agent", "agent"),
    ("album", "album"),
    ("amount", "amount"),
    ("answers", "answers"),
    ("artist", "artist"),
    ("author", "author"),
    ("authors", "authors"),
    ("availability", "availability"),
    ("badge", "badge"),
    ("bio", "bio"),
    ("birthday", "birthday"),
    ("blurb", "blurb"),
    ("brand", "brand"),
    ("byline", "author"),
    ("calories", "calories"),
    ("caption", "caption"),
    ("categories", "categories"),
    ("category", "category"),
    ("channel", "channel"),
    ("city", "city"),
    ("color", "color"),
    ("colour", "colour"),
    ("comment", "comment"),
    ("comments", "comments"),
    ("company", "company"),
    ("condition", "condition"),
    ("contributor", "author"),
    ("country", "country"),
    ("creator", "author"),
    ("date", "date"),
    ("deadline", "deadline"),
    ("department", "department"),
    ("desc", "description"),
    ("description", "description"),
    ("director", "director"),
    ("discount", "discount"),
    ("distance", "distance"),
    ("domain", "domain"),
    ("downloads", "downloads"),
    ("duration", "duration"),
    ("edition", "edition"),
    ("email", "email"),
    ("employer", "employer"),
    ("episode", "episode"),
    ("excerpt", "excerpt"),
    ("format", "format"),
    ("forum", "forum"),
    ("genre", "genre"),
    ("headline", "headline"),
    ("hours", "hours"),
    ("ingredient", "ingredient"),
    ("ingredients", "ingredients"),
    ("intro", "intro"),
    ("isbn", "isbn"),
    ("kicker", "kicker"),
    ("kind", "kind"),
    ("language", "language"),
    ("length", "length"),
    ("level", "level"),
    ("license", "license"),
    ("likes", "likes"),
    ("location", "location"),
    ("manufacturer", "manufacturer"),
    ("members", "members"),
    ("message", "message"),
    ("model", "model"),
    ("name", "name"),
    ("note", "note"),
    ("notes", "notes"),
    ("organization", "organization"),
    ("percent", "percent"),
    ("phone", "phone"),
    ("place", "place"),
    ("platform", "platform"),
    ("points", "points"),
    ("postcode", "postcode"),
    ("posts", "posts"),
    ("price", "price"),
    ("publisher", "publisher"),
    ("quantity", "quantity"),
    ("quote", "quote"),
    ("rank", "rank"),
    ("rating", "rating"),
    ("ratings", "ratings"),
    ("reactions", "reactions"),
    ("region", "region"),
    ("replies", "replies"),
    ("reputation", "reputation"),
    ("review", "review"),
    ("reviews", "reviews"),
    ("role", "role"),
    ("runtime", "runtime"),
    ("salary", "salary"),
    ("saving", "savings"),
    ("savings", "savings"),
    ("score", "score"),
    ("season", "season"),
    ("section", "section"),
    ("seller", "seller"),
    ("series", "series"),
    ("shares", "shares"),
    ("shipping", "shipping"),
    ("signature", "signature"),
    ("site", "site"),
    ("size", "size"),
    ("sku", "sku"),
    ("snippet", "snippet"),
    ("source", "source"),
    ("speaker", "speaker"),
    ("standfirst", "standfirst"),
    ("stars", "rating"),
    ("state", "state"),
    ("status", "status"),
    ("stock", "stock"),
    ("subheading", "subtitle"),
    ("subheadline", "subtitle"),
    ("subtitle", "subtitle"),
    ("summary", "summary"),
    ("tag", "tag"),
    ("tagline", "tagline"),
    ("tags", "tags"),
    ("team", "team"),
    ("teaser", "teaser"),
    ("tel", "phone"),
    ("time", "time"),
    ("topic", "topic"),
    ("topics", "topics"),
    ("type", "type"),
    ("url", "url"),
    ("user", "user"),
    ("username", "user"),
    ("vendor", "vendor"),
    ("venue", "venue"),
    ("version", "version"),
    ("views", "views"),
    ("votes", "votes"),
    ("website", "website"),
    ("weight", "weight"),
    ("year", "year"),
    ("zip", "zip"),
];

/// What may stand before such a word and belongs to the name.
const QUALIFIERS: &[&str] = &[
    "end",
    "file",
    "first",
    "job",
    "last",
    "list",
    "long",
    "max",
    "min",
    "next",
    "original",
    "published",
    "regular",
    "release",
    "sale",
    "short",
    "start",
    "updated",
    "user",
];

/// What a price is called that holds no longer.
const FORMER: &[&str] =
    &["compare", "former", "list", "msrp", "old", "original", "previous", "regular", "rrp", "strike", "uvp", "was"];

/// The words of a class or property: `product-title`, `productTitle` and `product_title` are "product" and "title".
fn words(written: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    let mut last = ' ';
    for letter in written.chars() {
        if !letter.is_alphanumeric() || letter.is_uppercase() && last.is_lowercase() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| letter.is_alphanumeric()) {
            word.extend(letter.to_lowercase());
        }
        last = letter;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The title that somebody has: the one of a record is told by where it stands, not by its class.
fn held_title(words: &[String]) -> Option<String> {
    let is_held = |pair: &&[String]| pair[1] == "title" && matches!(pair[0].as_str(), "job" | "user");
    words.windows(2).find(is_held).map(|pair| pair.join(" "))
}

/// What a class or property calls a value: the last of its words that can be one, with what qualifies it.
pub(super) fn meaning(written: &str) -> Option<String> {
    let words = words(written);
    if let Some(title) = held_title(&words) {
        return Some(title);
    }
    let noun = |word: &String| NOUNS.iter().find(|(known, _)| known == word).map(|&(_, name)| name);
    let (at, name) = words.iter().enumerate().rev().find_map(|(at, word)| Some((at, noun(word)?)))?;
    let qualifier = at.checked_sub(1).map(|before| words[before].as_str()).filter(|word| QUALIFIERS.contains(word));
    Some(qualifier.map_or_else(|| name.to_owned(), |qualifier| format!("{qualifier} {name}")))
}

/// Whether a class says that a price holds no longer.
pub(super) fn is_former(written: &str) -> bool {
    words(written).iter().any(|word| FORMER.contains(&word.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_markup_name_values_only_if_they_say_what_they_are() {
        let check = |written: &str, name: Option<&str>| assert_eq!(meaning(written).as_deref(), name, "{written}");
        check("product-brand", Some("brand"));
        check("productBrand", Some("brand"));
        check("Card__byline--small", Some("author"));
        check("short_description", Some("short description"));
        check("datePublished", Some("date"));
        check("message-userTitle", Some("user title"));
        check("product-title", None);
        for look in ["mt-2", "uppercase", "flex-wrap", "col-md-4", "css-1x2y3z", "sc-price1", "MuiTypography-root"] {
            check(look, None);
        }
        for block in ["wrapper", "inner", "item", "row", "null", "undefined", "elementor-widget", "wp-block", "js-link"]
        {
            check(block, None);
        }
    }

    #[test]
    fn nouns_are_in_order() {
        assert!(NOUNS.is_sorted() && QUALIFIERS.is_sorted() && FORMER.is_sorted());
    }
}
