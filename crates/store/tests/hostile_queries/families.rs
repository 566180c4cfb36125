//! The families: each is a function that makes queries of one idea in several sizes. Here are those that are hard to
//! read; those that are hard to answer are in `work.rs`.

use crate::work;

/// A family and its queries.
pub(crate) type Family = (&'static str, fn() -> Vec<String>);

pub(crate) const FAMILIES: &[Family] = &[
    ("nested brackets", nested_brackets),
    ("deep but allowed", deep_but_allowed),
    ("unclosed brackets", unclosed_brackets),
    ("read again", read_again),
    ("operator chains", operator_chains),
    ("pattern chains", pattern_chains),
    ("silent chains", silent_chains),
    ("big joins", big_joins),
    ("hidden brackets", hidden_brackets),
    ("nested lists", nested_lists),
    ("products", work::products),
    ("products of values", work::products_of_values),
    ("growing texts", work::growing_texts),
    ("long texts", work::long_texts),
    ("paths in circles", work::paths_in_circles),
    ("paths to nowhere", work::paths_to_nowhere),
    ("rows without end", work::rows_without_end),
    ("large values", work::large_values),
    ("large lists", work::large_lists),
    ("regular expressions", work::regular_expressions),
    ("many variables", work::many_variables),
    ("aggregates", work::aggregates),
    ("other machines", work::other_machines),
    ("updates", work::updates),
    ("many graphs", work::many_graphs),
    ("prefixes", work::prefixes),
    ("broken texts", work::broken_texts),
    ("odd letters", work::odd_letters),
    ("huge texts", work::huge_texts),
    ("numbers and dates", work::numbers_and_dates),
    ("describe and construct", work::describe_and_construct),
    ("orders", work::orders),
];

pub(crate) fn nest(open: &str, middle: &str, close: &str, depth: usize) -> String {
    format!("{}{middle}{}", open.repeat(depth), close.repeat(depth))
}

/// Ways to nest: what opens, what stands in the middle, what closes; with `@` where all that goes in a query.
const NESTS: &[(&str, &str, &str, &str)] = &[
    ("SELECT * @", "{ ", "?s ?p ?o", "} "),
    ("SELECT * { FILTER@ }", "(", "1", ")"),
    ("SELECT * { FILTER@ }", "(-", "1", ")"),
    ("SELECT * { FILTER@ }", "abs(", "1", ")"),
    ("SELECT * { FILTER@ }", "(1+(", "1", "))"),
    ("SELECT * { FILTER@ }", "e:f(", "1", ")"),
    ("SELECT * { FILTER(@) }", "IF(true,", "1", ",2)"),
    ("SELECT * { FILTER(@) }", "COALESCE(", "1", ")"),
    ("SELECT * { FILTER(@) }", "1 IN (", "1", ")"),
    ("SELECT (@ AS ?x) {}", "CONCAT(", "'a'", ")"),
    ("SELECT * { @ }", "{ SELECT * { ", "?s ?p ?o", "} }"),
    ("SELECT * { @ }", "{ SELECT DISTINCT ?s { ?s ?p ?o . ", "?s ?p ?o", "} ORDER BY ?s LIMIT 9 }"),
    ("SELECT * { @ }", "?s ?p ?o FILTER EXISTS { ", "?s ?p ?o", "}"),
    ("SELECT * { @ }", "?s ?p ?o FILTER NOT EXISTS { ", "?s ?p ?o", "}"),
    ("SELECT * { @ }", "?s ?p ?o FILTER(EXISTS { ", "?s ?p ?o", "})"),
    ("SELECT * { @ }", "?s ?p ?o OPTIONAL { ", "?s ?p ?o", "}"),
    ("SELECT * { @ }", "?s ?p ?o MINUS { ", "?s ?p ?o", "}"),
    ("SELECT * { @ }", "?s ?p ?o LATERAL { ", "?s ?p ?o", "}"),
    ("SELECT * { @ }", "{} UNION { ", "?s ?p ?o", "}"),
    ("SELECT * { @ }", "GRAPH ?g { ", "?s ?p ?o", "}"),
    ("SELECT * { ?s ?p @ }", "[ ?p ", "1", "]"),
    ("SELECT * { ?s @ ?o }", "(", "e:p", ")*"),
    ("SELECT * { ?s @ ?o }", "^(", "e:p", ")"),
    ("SELECT * { ?s @ ?o }", "(e:q|", "e:p", ")+"),
    ("SELECT * { ?s @ ?o }", "(e:q/", "e:p", ")?"),
    ("SELECT * { ?s !(@) ?o }", "(", "e:p", ")"),
    ("SELECT * { @ }", "<< ", "?s ?p ?o", " ?p ?o >>"),
    ("SELECT * { ?s ?p @ }", "<<( ", "?s ?p ?o", " ?p ?o )>>"),
    ("SELECT * { ?s ?p ?o @ }", "{| ?p ?o ", "", "|} "),
    ("SELECT * { ?s ?p ?o } ORDER BY @", "(", "?s", ")"),
    ("SELECT ?s { ?s ?p ?o } GROUP BY ?s HAVING @", "(", "true", ")"),
    ("SELECT (SUM@ AS ?x) { ?s ?p ?o }", "(", "?o", ")"),
];

fn nested(depth: usize) -> Vec<String> {
    NESTS.iter().map(|(query, open, middle, close)| query.replace('@', &nest(open, middle, close, depth))).collect()
}

fn nested_brackets() -> Vec<String> {
    [120, 5_000].into_iter().flat_map(nested).collect()
}

fn deep_but_allowed() -> Vec<String> {
    nested(40).into_iter().chain(nested(90)).collect()
}

fn unclosed_brackets() -> Vec<String> {
    let mut queries: Vec<String> = NESTS.iter().map(|(query, open, ..)| query.replace('@', &open.repeat(90))).collect();
    queries
        .extend(["(", "{", "[", "([{", "<<", "{|", "!("].map(|open| format!("SELECT * {{ {}", open.repeat(100_000))));
    queries
}

fn read_again() -> Vec<String> {
    let mut queries = Vec::new();
    for (open, close) in [
        ("REGEX(", ",'x')"),
        ("SUBSTR(", ",1)"),
        ("REPLACE(", ",'x','y')"),
        ("GROUP_CONCAT(", ")"),
        ("GROUP_CONCAT(DISTINCT ", ")"),
        ("!(", ")"),
        ("! REGEX(", ",'x')"),
        ("!e:f(", ")"),
        ("!<http://a.invalid/f>(", ")"),
    ] {
        for depth in [6, 24, 45] {
            queries.push(format!("SELECT ({} AS ?x) {{ }}", nest(open, "'a'", close, depth)));
        }
    }
    queries.push(format!("SELECT * {{ {} }}", nest("FILTER(!EXISTS { ", "?s ?p ?o", "})", 45)));
    queries.push(format!("SELECT * {{ {} }}", nest("FILTERREGEX(STR(EXISTS { ", "?s ?p ?o", "}), 'x')", 30)));
    queries.push(format!("SELECT ({} AS ?x) {{}}", nest("!(", &"1+".repeat(9_000), ")", 10)));
    queries
}

fn operator_chains() -> Vec<String> {
    let mut queries = Vec::new();
    for count in [900, 19_000, 400_000] {
        for link in ["+1", "-1", "*1", "/1", "||?x", "&&?x", "+-1", "= 1", " - -1"] {
            queries.push(format!("SELECT * {{ ?s e:number ?x FILTER(?x{}) }}", link.repeat(count)));
        }
        for mark in ["!", "-", "+", "^"] {
            queries.push(format!("SELECT * {{ FILTER({}?x) ?s {0}e:p ?o }}", mark.repeat(count)));
        }
        for link in ["/e:p", "|e:p", "/^e:p", "|!e:p", "/e:p?", "/e:p*"] {
            queries.push(format!("SELECT * {{ ?s e:p{} ?o }}", link.repeat(count)));
        }
    }
    queries
}

fn pattern_chains() -> Vec<String> {
    let mut queries = Vec::new();
    for count in [90, 1_500, 60_000] {
        for link in [
            "UNION { ?s ?p ?o }",
            "OPTIONAL { ?s ?p ?o }",
            "MINUS { ?s ?p ?z }",
            "FILTER(?s != ?o)",
            "FILTER EXISTS { ?s ?p ?o }",
            "{ SELECT * { ?s ?p ?o } }",
            "GRAPH ?g { ?s ?p ?o }",
            "LATERAL { ?s ?p ?o }",
            "VALUES ?s { e:t1 }",
        ] {
            queries.push(format!("SELECT * {{ {{ ?s ?p ?o }} {} }}", link.repeat(count)));
        }
        let binds: String = (0..count).map(|n| format!("BIND(1 AS ?x{n}) ")).collect();
        queries.push(format!("SELECT * {{ {binds} }}"));
    }
    queries
}

/// Chains without a sign or a word that would give them away.
fn silent_chains() -> Vec<String> {
    let numbered = |count: usize, each: &dyn Fn(usize) -> String| (0..count).map(each).collect::<String>();
    let mut queries = Vec::new();
    for count in [1_000, 100_000] {
        queries.push(format!("SELECT (1 AS ?x) {{ }} HAVING {}", "(1)".repeat(count)));
        queries.push(format!("SELECT {} {{ }}", numbered(count, &|n| format!("(1 AS ?x{n})"))));
        queries.push(format!("SELECT (1 AS ?z) {{ }} GROUP BY {}", numbered(count, &|n| format!("(1 AS ?x{n})"))));
        queries.push(format!("SELECT * {{ {} }}", "?s e:p? ?o . ".repeat(count)));
        queries.push(format!("SELECT * {{ {} }}", "FILTEREXISTS{}".repeat(count)));
        queries.push(format!("SELECT * {{ ?s ?p ?o {} }}", "FILTERbound(?s)".repeat(count)));
        queries.push(format!("SELECT * {{ {} }}", "{SELECT*{?s ?p ?o}}".repeat(count)));
        queries.push(format!("SELECT * {{ ?s ?p {} }}", "1,".repeat(count) + "1"));
        queries.push(format!("SELECT * {{ ?s {} }}", "e:p 1;".repeat(count)));
        queries.push(format!("SELECT * {{ {} }}", "<http://a/a><http://a/a><http://a/a>.".repeat(count)));
        queries.push(format!("SELECT * {{ ?s ?p \"a\"@values {{ {} }} }}", "?s ?p ?o.".repeat(count)));
    }
    queries
}

fn big_joins() -> Vec<String> {
    let mut queries = Vec::new();
    for count in [60, 100, 300, 3_000] {
        let chain: String = (0..count).map(|n| format!("?x{n} e:p ?x{} . ", n + 1)).collect();
        let star: String = (0..count).map(|n| format!("?x e:p ?y{n} . ")).collect();
        let apart: String = (0..count).map(|n| format!("?x{n} e:p ?y{n} . ")).collect();
        queries.extend([chain, star, apart].map(|patterns| format!("SELECT * {{ {patterns} }}")));
        queries.push(format!("SELECT * {{ {} }}", "?s ?p ?o . ".repeat(count)));
        queries.push(format!("SELECT * {{ {} }}", "GRAPH ?g { ?s ?p ?o }".repeat(count)));
    }
    queries
}

/// Brackets that are to be taken for something else by whoever counts them, but not by the parser.
fn hidden_brackets() -> Vec<String> {
    let deep = nest("(", "1", ")", 3_000);
    let open = "(".repeat(20_000);
    let chain = "1+".repeat(100_000);
    vec![
        format!("SELECT * {{ ?s e:number ?x FILTER(?x<{deep}&&?x>2) }}"),
        format!("SELECT * {{ ?s e:number ?x FILTER(?x<{open}>2) }}"),
        format!("SELECT * {{ ?s e:number ?x FILTER(?x<{chain}1>2) }}"),
        format!("SELECT * {{ ?s e:number ?x FILTER(?x<{}e:a>2) }}", "e:a/".repeat(100_000)),
        format!("SELECT * {{ ?s e:number ?x FILTER(?x<e:a\\//{deep}>2) }}"),
        format!("SELECT * {{ ?s e:number ?x FILTER(?x<?y#>\"\"\"\n + {deep} + 1 ) }} # \"\"\""),
        format!("SELECT * {{ ?s e:number ?x FILTER(?x<'>' && {deep} && ' ' = ' ') }}"),
        format!("SELECT * {{ ?s ?p e:a\\' . FILTER{deep} ?s ?p e:b\\' }}"),
        format!("SELECT * {{ ?s ?p e:a\\# . FILTER{deep}\n }}"),
        format!("SELECT * {{ ?s ?p {} . FILTER{deep} }}", "e:a\\),".repeat(3_000) + "1"),
        format!("SELECT * {{ ?s ?p ('''abc' {deep}) }}"),
        format!("SELECT * {{ ?s ?p (\"\"\"abc\" {deep}) }}"),
        format!("SELECT * {{ ?s ?p ('''a\\q''' {deep} '''a''') }}"),
        format!("SELECT * {{ ?s ?p ('''a\\uD800''' {deep} '''a''') }}"),
        format!("SELECT * {{ ?s ?p 'a\\'{deep}' . FILTER{deep} }}"),
        format!("SELECT * {{ ?s ?p ''''a'''' . FILTER{deep} }}"),
        format!("SELECT * {{ FILTER{} }}", nest("\\u0028", "1", "\\u0029", 3_000)),
        format!("SELECT * {{ FILTER{} }}", nest("\\U00000028", "1", "\\U00000029", 3_000)),
        format!("SELECT * {{ # '\nFILTER{deep} # '\n }}"),
        format!("SELECT * {{ # \"\"\"\rFILTER{deep} # \"\"\"\r }}"),
        format!("SELECT * {{ ?s ?p \"a\"@en-\u{201c}{deep} }}"),
        format!("SELECT * {{ ?s ?p <http://a/{{> . FILTER{deep} }}"),
        format!("SELECT * {{ ?s ?p <http://a/\\u0029> . FILTER{deep} }}"),
        format!("SELECT * {{ VALUES ?x {{ {deep} }} }}"),
        format!("SELECT * {{ VALUES (?x) {{ ({}) }} }}", nest("<<( e:a e:b ", "1", ")>>", 3_000)),
        format!("SELECT * {{ ?s ?p \"x\"@values {{ {deep} }} }}"),
        format!("SELECT * {{ ?s ?p e:values {{ FILTER{deep} }} }}"),
        format!("SELECT * {{ FILTER(1{}) }}", "<<1".repeat(3_000)),
        format!("SELECT * {{ ?s e:number ?x FILTER(?x<e:-{}>2) }}", "e:-".repeat(100_000)),
        format!("SELECT * {{ FILTER({}1) }}", "e:-".repeat(100_000)),
        format!("PREFIX x: <http://a:> SELECT * {{ ?s ?p x:{} }}", "OPTIONAL{}".repeat(50_000)),
    ]
}

fn nested_lists() -> Vec<String> {
    let mut queries = Vec::new();
    for depth in [10, 20, 30, 40, 48, 60, 90] {
        queries.push(format!("SELECT * {{ ?s ?p {} }}", nest("(", "1", ")", depth)));
        queries.push(format!("SELECT * {{ {} ?p ?o }}", nest("(1 ", "1", " 2)", depth)));
        queries.push(format!("CONSTRUCT {{ ?s ?p {} }} WHERE {{ ?s ?p ?o }}", nest("(", "1", ")", depth)));
    }
    queries.push(format!("SELECT * {{ ?s ?p ({}) }}", "1 ".repeat(50_000)));
    queries.push(format!("ASK {{ ?s ?p ({}) }}", "[] ".repeat(50_000)));
    queries
}
