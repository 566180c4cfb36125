//! Queries that are easily read and hard to answer.

use crate::families::nest;

pub(crate) fn products() -> Vec<String> {
    let product = |count: usize| (0..count).map(|n| format!("?a{n} ?b{n} ?c{n} . ")).collect::<String>();
    let mut queries = Vec::new();
    for count in [2, 3, 5, 9] {
        let patterns = product(count);
        queries.push(format!("SELECT * {{ {patterns} }}"));
        queries.push(format!("SELECT * {{ {patterns} }} ORDER BY ?a0 DESC(?b1)"));
        queries.push(format!("SELECT DISTINCT * {{ {patterns} }}"));
        queries.push(format!("SELECT (COUNT(*) AS ?n) {{ {patterns} }}"));
        queries.push(format!("SELECT ?a0 (COUNT(DISTINCT ?a1) AS ?n) {{ {patterns} }} GROUP BY ?a0"));
        queries.push(format!("SELECT (GROUP_CONCAT(?c0) AS ?n) {{ {patterns} }}"));
        queries.push(format!("SELECT * {{ {patterns} FILTER(?c0 = 'nothing') }}"));
        queries.push(format!("SELECT DISTINCT ?b0 {{ {patterns} }}"));
        queries.push(format!("ASK {{ {patterns} FILTER(CONCAT(STR(?c0), STR(?c1)) = 'nothing') }}"));
        queries.push(format!("SELECT * {{ {patterns} MINUS {{ {patterns} }} }}"));
    }
    queries
}

pub(crate) fn products_of_values() -> Vec<String> {
    let values =
        |name: usize| format!("VALUES ?v{name} {{ {} }}", (0..1_000).map(|n| format!("{n} ")).collect::<String>());
    let union = |name: usize| {
        let branches: Vec<String> = (0..200).map(|n| format!("{{ BIND({n} AS ?u{name}) }}")).collect();
        branches.join(" UNION ")
    };
    let mut queries = Vec::new();
    for count in [2, 3, 5] {
        let all: String = (0..count).map(values).collect();
        queries.push(format!("SELECT (COUNT(*) AS ?n) {{ {all} }}"));
        queries.push(format!("SELECT * {{ {all} }} ORDER BY ?v0"));
        queries.push(format!("SELECT (SUM(?v0 * ?v1) AS ?n) {{ {all} }}"));
        let all: String = (0..count).map(|n| format!("{{ {} }}", union(n))).collect();
        queries.push(format!("SELECT (COUNT(*) AS ?n) {{ {all} }}"));
    }
    queries
}

pub(crate) fn growing_texts() -> Vec<String> {
    let doubling = |first: &str, step: &dyn Fn(usize) -> String, count: usize| {
        let steps: String = (0..count).map(|n| format!("BIND({} AS ?x{}) ", step(n), n + 1)).collect();
        format!("SELECT (STRLEN(?x{count}) AS ?n) {{ {first} {steps} }}")
    };
    let mut queries = Vec::new();
    for count in [10, 20, 26, 40, 60] {
        for first in ["BIND('a' AS ?x0)", "?s e:name ?x0"] {
            queries.push(doubling(first, &|n| format!("CONCAT(?x{n}, ?x{n})"), count));
            queries.push(doubling(first, &|n| format!("REPLACE(?x{n}, 'a', 'aa')"), count));
            queries.push(doubling(first, &|n| format!("STRLANG(CONCAT(STR(?x{n}), STR(?x{n})), 'en')"), count));
            queries.push(doubling(first, &|n| format!("SUBSTR(CONCAT(?x{n}, ?x{n}, ?x{n}), 2)"), count));
            queries.push(doubling(first, &|n| format!("ENCODE_FOR_URI(UCASE(CONCAT(?x{n}, 'ß%')))"), count));
            queries.push(doubling(first, &|n| format!("STR(IRI(CONCAT('http://a/', STR(?x{n}), STR(?x{n}))))"), count));
            queries.push(doubling(first, &|n| format!("STRDT(CONCAT(STR(?x{n}), STR(?x{n})), e:d)"), count));
            queries.push(doubling(first, &|n| format!("REPLACE(?x{n}, '(.)', '$1$1$1$1$1$1$1$1')"), count));
        }
    }
    for depth in [2, 4, 8] {
        let nested = (0..depth).fold("?s e:name ?x".to_owned(), |inner, _| {
            format!("{{ SELECT (GROUP_CONCAT(?x) AS ?y) {{ {inner} }} }} ?s ?p ?o BIND(CONCAT(?y, STR(?s)) AS ?x)")
                .replace("?y", "?z")
        });
        queries.push(format!("SELECT (STRLEN(GROUP_CONCAT(?x)) AS ?n) {{ {nested} }}"));
    }
    queries.push("SELECT (STRLEN(GROUP_CONCAT(?n)) AS ?x) { ?a e:name ?n . ?b e:name ?m . ?c e:name ?l }".to_owned());
    queries.push("SELECT (SHA512(GROUP_CONCAT(?n)) AS ?x) { ?a e:name ?n . ?b e:name ?m . ?c e:name ?l }".to_owned());
    queries
}

/// With a hundred kilobytes each, and a thousand of them.
pub(crate) fn long_texts() -> Vec<String> {
    let doubled = |count: usize| {
        let steps: String = (0..count).map(|n| format!("BIND(CONCAT(?x{n}, ?x{n}) AS ?x{}) ", n + 1)).collect();
        format!("SELECT (STRLEN(?x{count}) AS ?n) {{ ?s e:long ?x0 {steps} }}")
    };
    let mut queries: Vec<String> = [1, 4, 8, 10, 12, 14, 16].into_iter().map(doubled).collect();
    let many = |count: usize| vec!["?x"; count].join(", ");
    queries.extend([10, 100, 1_000, 10_000].map(|n| format!("SELECT (CONCAT({}) AS ?y) {{ ?s e:long ?x }}", many(n))));
    let group = "{ SELECT (GROUP_CONCAT(?x) AS ?g) { ?s e:long ?x } }";
    queries.extend([2, 8, 64].map(|n| {
        let parts = vec!["?g"; n].join(", ");
        format!("SELECT (STRLEN(CONCAT({parts})) AS ?n) {{ {group} }}")
    }));
    queries.extend(
        [
            "SELECT (GROUP_CONCAT(?x) AS ?g) { ?s e:long ?x . ?t e:long ?y }",
            "SELECT ?s (GROUP_CONCAT(CONCAT(?x, ?y)) AS ?g) { ?s e:long ?x . ?t e:long ?y } GROUP BY ?s",
            "SELECT (STRLEN(GROUP_CONCAT(?z)) AS ?n) { ?s e:long ?x . ?t e:long ?y BIND(CONCAT(?x, ?y) AS ?z) }",
            "SELECT (CONCAT(?x, ?y) AS ?z) { ?s e:long ?x . ?t e:long ?y }",
            "SELECT DISTINCT (CONCAT(?x, ?y) AS ?z) { ?s e:long ?x . ?t e:long ?y }",
            "SELECT (CONCAT(?x, ?y) AS ?z) { ?s e:long ?x . ?t e:long ?y } ORDER BY ?z",
            "SELECT * { ?s e:long ?x . ?t e:long ?y . ?u e:long ?z }",
            "SELECT (REPLACE(?x, 'a', ?y) AS ?z) { ?s e:long ?x . ?t e:long ?y }",
            "SELECT (REPLACE(?x, '(.)', '$1$1$1$1$1$1$1$1') AS ?z) { ?s e:long ?x . ?t e:long ?y }",
            "SELECT (ENCODE_FOR_URI(UCASE(CONCAT(?x, ?y, ?x, ?y))) AS ?z) { ?s e:long ?x . ?t e:long ?y }",
            "SELECT (SHA512(CONCAT(?x, ?y)) AS ?z) { ?s e:long ?x . ?t e:long ?y }",
            "CONSTRUCT { ?s e:z ?z } WHERE { ?s e:long ?x . ?t e:long ?y BIND(CONCAT(?x, ?y) AS ?z) }",
            "SELECT (COUNT(DISTINCT ?z) AS ?n) { ?s e:long ?x . ?t e:long ?y BIND(CONCAT(?x, ?y) AS ?z) }",
            "SELECT (MAX(?z) AS ?n) { ?s e:long ?x . ?t e:long ?y BIND(CONCAT(?y, ?x) AS ?z) }",
        ]
        .map(str::to_owned),
    );
    queries
}

pub(crate) fn paths_in_circles() -> Vec<String> {
    let mut queries = Vec::new();
    for path in [
        "e:p*",
        "e:p+",
        "(e:p*)*",
        "((e:p*)*)*",
        "(e:p+)+",
        "(e:p|e:q)*",
        "(e:p|e:q|^e:p)*",
        "(e:p/e:q)*",
        "!e:none*",
        "(!e:none)*",
        "(^e:p|e:p)+",
        "(e:p?)*",
        "((e:p?)?)*",
        "(e:p*/e:q*)*",
        "(e:p*|e:q*)+",
        "((e:p|e:q)*/(e:p|e:q)*)*",
    ] {
        queries.push(format!("SELECT (COUNT(*) AS ?n) {{ ?s {path} ?o }}"));
        queries.push(format!("SELECT * {{ e:t0 {path} ?o }} ORDER BY ?o"));
        queries.push(format!("SELECT * {{ ?a {path} ?b . ?b {path} ?c }}"));
    }
    queries.push(format!("SELECT * {{ e:t0 {} ?o }}", nest("(", "e:p|e:q", ")*", 60)));
    queries
}

/// Paths that find nothing at any step, so that nobody looks whether to stop.
pub(crate) fn paths_to_nowhere() -> Vec<String> {
    [8, 30, 90]
        .into_iter()
        .flat_map(|depth| {
            ["e:none", "e:none|e:nothing", "^e:none"]
                .map(|path| format!("SELECT (COUNT(*) AS ?n) {{ ?s {} ?o }}", nest("(", path, ")*", depth)))
        })
        .chain((1..6).map(|count| {
            let sequence = vec!["(e:p|e:q)*"; count].join("/");
            format!("SELECT (COUNT(*) AS ?n) {{ ?s {sequence}/e:none ?o }}")
        }))
        .collect()
}

/// Rows come soon and go on for ever: whoever takes them is never kept waiting.
pub(crate) fn rows_without_end() -> Vec<String> {
    let paths = "?a (e:p|!e:q)* ?b . ?b (e:p|!e:q)* ?c . ?c (!e:x)+ ?d";
    let product = "?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l";
    let mut queries = Vec::new();
    for pattern in [paths, product, "?a e:p* ?b . ?c e:q* ?d . ?e (e:p|e:q)* ?f"] {
        queries.push(format!("SELECT * {{ {pattern} }}"));
        queries.push(format!("SELECT REDUCED ?a {{ {pattern} }}"));
        queries.push(format!("SELECT (CONCAT(STR(?a), STR(?b)) AS ?x) {{ {pattern} }}"));
        queries.push(format!("CONSTRUCT {{ [] e:p ?a }} WHERE {{ {pattern} }}"));
    }
    queries
}

pub(crate) fn large_values() -> Vec<String> {
    let rows = |count: usize| (0..count).map(|n| format!("(e:t{n} \"{n}\" {n}) ")).collect::<String>();
    let ones = |count: usize| (0..count).map(|n| format!("e:t{n} ")).collect::<String>();
    vec![
        format!("SELECT * {{ VALUES (?a ?b ?c) {{ {} }} }}", rows(100_000)),
        format!("SELECT * {{ VALUES ?s {{ {} }} ?s ?p ?o }}", ones(100_000)),
        format!("SELECT * {{ ?s ?p ?o }} VALUES ?s {{ {} }}", ones(100_000)),
        format!("SELECT * {{ VALUES ?s {{ {} }} ?s ?p ?o }} ORDER BY ?o", "UNDEF ".repeat(100_000)),
        format!("SELECT * {{ VALUES ({}) {{ }} }}", (0..15_000).map(|n| format!("?x{n} ")).collect::<String>()),
        format!("SELECT * {{ VALUES (?a) {{ {} }} }}", "(1 2)".repeat(100_000)),
        format!("SELECT * {{ VALUES ?a {{ {} }} }}", "\"x\"^^e:d ".repeat(100_000)),
        format!("SELECT * {{ VALUES ?a {{ {} }} MINUS {{ VALUES ?a {{ {0} }} }} }}", ones(20_000)),
    ]
}

pub(crate) fn large_lists() -> Vec<String> {
    let list = |count: usize| (0..count).map(|n| format!("{n},")).collect::<String>() + "0";
    let mut queries = Vec::new();
    for count in [1_000, 100_000] {
        queries.push(format!("SELECT * {{ ?s ?p ?o FILTER(?o IN ({})) }}", list(count)));
        queries.push(format!("SELECT * {{ ?s ?p ?o FILTER(?o NOT IN ({})) }}", list(count)));
        queries.push(format!("SELECT * {{ ?s ?p ?o FILTER(COALESCE({})) }}", list(count)));
        queries.push(format!("SELECT (CONCAT({}) AS ?x) {{ ?s ?p ?o }}", list(count)));
        queries.push(format!("SELECT (e:f({}) AS ?x) {{ ?s ?p ?o }}", list(count)));
        queries.push(format!("SELECT * {{ ?s !({}e:z) ?o }}", "e:p|".repeat(count)));
    }
    queries
}

pub(crate) fn regular_expressions() -> Vec<String> {
    let mut patterns = vec![
        "(a*)*b".to_owned(),
        "(a|a)*b".to_owned(),
        "(a?){100}a{100}".to_owned(),
        "((a{1,100}){1,100}){1,100}".to_owned(),
        "(((a{0,1000}){0,1000}){0,1000}){0,1000}".to_owned(),
        "\\\\w{1,1000}\\\\p{L}{1,1000}".to_owned(),
        "(".repeat(5_000),
        nest("(", "a", ")", 5_000),
        nest("(?:", "a", ")*", 200),
        "a|".repeat(200_000),
        "[a-z]".repeat(50_000),
        "(?i)".to_owned() + &"\u{df}".repeat(10_000),
        "[^\u{0}-\u{10ffff}]".to_owned(),
        ".".repeat(100_000),
        "*".to_owned(),
    ];
    patterns.push("x{".to_owned());
    let mut queries: Vec<String> = Vec::new();
    for pattern in patterns {
        queries.push(format!("SELECT * {{ ?s e:name ?n FILTER(REGEX(?n, \"{pattern}\")) }}"));
        queries.push(format!("SELECT (REPLACE(?n, \"{pattern}\", 'x') AS ?m) {{ ?s e:name ?n }}"));
    }
    queries.push("SELECT * { ?s e:name ?n . ?t e:name ?m FILTER(REGEX(?n, CONCAT('(', ?m, ')*'), 'i')) }".to_owned());
    queries.push("SELECT * { ?s e:name ?n FILTER(REGEX(?n, 'a', 'xyz')) }".to_owned());
    queries
}

pub(crate) fn many_variables() -> Vec<String> {
    let names = |count: usize| (0..count).map(|n| format!("?v{n} ")).collect::<String>();
    let mut queries = Vec::new();
    for count in [500, 15_000, 300_000] {
        queries.push(format!("SELECT {} {{ ?s ?p ?o }}", names(count)));
        queries.push(format!("SELECT * {{ ?s ?p ?o }} ORDER BY {}", names(count)));
        queries.push(format!("SELECT ?v0 {{ ?s ?p ?o }} GROUP BY {}", names(count)));
        queries.push(format!("DESCRIBE {} {{ ?s ?p ?o }}", names(count)));
        queries.push(format!("SELECT * {{ VALUES ({}) {{}} }}", names(count)));
    }
    queries.push(format!("SELECT * {{ ?{} ?p ?o }}", "a".repeat(1_000_000)));
    queries
}

pub(crate) fn aggregates() -> Vec<String> {
    let mut queries = Vec::new();
    for count in [50, 1_000, 30_000] {
        let all = |name: &str| (0..count).map(|n| format!("({name}(?o + {n}) AS ?x{n}) ")).collect::<String>();
        for name in ["SUM", "GROUP_CONCAT", "COUNT", "SAMPLE"] {
            queries.push(format!("SELECT {} {{ ?s ?p ?o }} GROUP BY ?s", all(name)));
        }
    }
    for name in ["SUM", "AVG", "MIN", "MAX", "SAMPLE", "GROUP_CONCAT", "COUNT"] {
        queries.push(format!("SELECT ({name}(DISTINCT CONCAT(STR(?a), STR(?b))) AS ?x) {{ ?a ?p ?o . ?b ?q ?r }}"));
        queries.push(format!("SELECT ({name}({name}(?o)) AS ?x) {{ ?s ?p ?o }}"));
        queries.push(format!("SELECT * {{ ?s ?p ?o FILTER({name}(?o) > 1) }}"));
    }
    queries
}

pub(crate) fn other_machines() -> Vec<String> {
    let service = "{ SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }";
    let silent = "{ SERVICE SILENT ?machine { ?s ?p ?o } }";
    let mut queries = Vec::new();
    for asked in [service, silent] {
        queries.extend([
            format!("SELECT * {asked}"),
            format!("SELECT * {{ BIND(EXISTS {asked} AS ?x) }}"),
            format!("SELECT * {{ ?s ?p ?o }} ORDER BY (EXISTS {asked})"),
            format!("SELECT ?s {{ ?s ?p ?o }} GROUP BY ?s HAVING (EXISTS {asked})"),
            format!("SELECT ?s {{ ?s ?p ?o }} GROUP BY ?s (EXISTS {asked} AS ?x)"),
            format!("SELECT (SUM(IF(EXISTS {asked}, 1, 2)) AS ?x) {{ ?s ?p ?o }}"),
            format!("SELECT * {{ OPTIONAL {{ ?s ?p ?o FILTER(!EXISTS {asked}) }} }}"),
            format!("SELECT * {{ {{}} UNION {asked} }}"),
            format!("SELECT * {{ {{ SELECT * {asked} LIMIT 1 }} }}"),
            format!("CONSTRUCT {{ ?s ?p ?o }} WHERE {asked}"),
            format!("DESCRIBE ?s {asked}"),
            format!("ASK {{ MINUS {asked} }}"),
        ]);
    }
    queries
}

pub(crate) fn updates() -> Vec<String> {
    [
        "LOAD <http://127.0.0.1:9/>",
        "LOAD SILENT <file:///etc/passwd> INTO GRAPH e:g",
        "INSERT DATA { e:a e:b e:c }",
        "DELETE WHERE { ?s ?p ?o }",
        "CLEAR ALL",
        "DROP ALL",
        "SELECT * { ?s ?p ?o } ; DROP ALL",
        "SELECT * { ?s ?p ?o }; CLEAR DEFAULT",
        "SELECT * FROM <file:///etc/passwd> { ?s ?p ?o }",
        "SELECT * FROM NAMED <http://127.0.0.1:9/> { GRAPH ?g { ?s ?p ?o } }",
    ]
    .map(str::to_owned)
    .to_vec()
}

pub(crate) fn many_graphs() -> Vec<String> {
    let mut queries = Vec::new();
    for count in [100, 3_000, 100_000] {
        let from = |what: &str| (0..count).map(|n| format!("{what} e:g{n} ")).collect::<String>();
        queries.push(format!("SELECT * {} {{ ?s ?p ?o }}", from("FROM")));
        queries.push(format!("SELECT * {} {{ GRAPH ?g {{ ?s ?p ?o }} }}", from("FROM NAMED")));
        queries.push(format!("SELECT (COUNT(*) AS ?n) {} {{ ?s e:p ?o . ?o e:p ?z }}", from("FROM")));
        queries.push(format!("SELECT (COUNT(*) AS ?n) {} {{ ?s e:p* ?o }}", from("FROM")));
    }
    queries.push("SELECT (COUNT(*) AS ?n) { GRAPH ?a {} GRAPH ?b {} GRAPH ?c {} GRAPH ?d {} GRAPH ?e {} GRAPH ?f {} GRAPH ?g {} GRAPH ?h {} }".to_owned());
    queries.push(
        "SELECT (COUNT(*) AS ?n) { GRAPH ?a { ?s ?p ?o } GRAPH ?b { ?t ?q ?r } GRAPH ?c { ?u ?v ?w } }".to_owned(),
    );
    queries
}

pub(crate) fn prefixes() -> Vec<String> {
    vec![
        (0..50_000).map(|n| format!("PREFIX p{n}: <http://a/{n}/> ")).collect::<String>() + "SELECT * { p9:a p8:b ?o }",
        format!("PREFIX p: <http://a/{}> SELECT * {{ {} }}", "a".repeat(1_000_000), "p:a p:b p:c . ".repeat(90)),
        format!(
            "PREFIX p: <http://a/{}> SELECT * {{ VALUES ?x {{ {} }} }}",
            "a".repeat(100_000),
            "p:a ".repeat(100_000)
        ),
        format!("PREFIX {}: <http://a/> SELECT * {{}}", "a".repeat(1_000_000)),
        format!("BASE <http://a/{}> SELECT * {{ VALUES ?x {{ {} }} }}", "a/".repeat(100_000), "<b> ".repeat(100_000)),
        "BASE <a> ".repeat(100_000) + "SELECT * {}",
        "BASE <http://a/> ".repeat(100_000) + "SELECT * {}",
        format!("SELECT * {{ ?s ?p {}:a }}", "x".repeat(1_000_000)),
        format!("SELECT * {{ {} }}", "unknown:a unknown:b unknown:c . ".repeat(10_000)),
    ]
}

pub(crate) fn broken_texts() -> Vec<String> {
    let mut queries: Vec<String> = Vec::new();
    for quote in ["'", "\"", "'''", "\"\"\""] {
        queries.push(format!("SELECT * {{ ?s ?p {quote}"));
        queries.push(format!("SELECT * {{ ?s ?p {quote}{} }}", "a".repeat(1_000_000)));
        queries.push(format!("SELECT * {{ ?s ?p {} }}", quote.repeat(100_001)));
        queries.push(format!("SELECT * {{ ?s ?p {quote}{}{quote} }}", "\\".repeat(100_001)));
        queries.push(format!("SELECT * {{ ?s ?p {quote}\\u12{quote} }}"));
        queries.push(format!("SELECT * {{ ?s ?p {quote}\\U00110000{quote} }}"));
        queries.push(format!("SELECT * {{ ?s ?p {quote}\\"));
    }
    queries.extend(
        ["<", "<http://a", "?", "$", ":", "_:", "@", "^^", "\\", "e:\\", "e:%", "1e", "1.", ".", "#"]
            .map(|end| format!("SELECT * {{ ?s ?p {end}")),
    );
    queries.extend(["", " ", "#", "SELECT", "}", ")", "{}", "select", "ASK", "ASK{"].map(str::to_owned));
    queries
}

pub(crate) fn odd_letters() -> Vec<String> {
    let mut queries = vec!["\u{feff}SELECT * { ?s ?p ?o }".to_owned(), "SELECT\u{a0}* { ?s ?p ?o }".to_owned()];
    for letter in [
        '\0',
        '\u{1}',
        '\u{7f}',
        '\u{85}',
        '\u{a0}',
        '\u{2028}',
        '\u{feff}',
        '\u{fffd}',
        '\u{ffff}',
        '\u{10ffff}',
        '\u{202e}',
        'ä',
        '字',
        '\u{300}',
        '\r',
        '\t',
    ] {
        queries.push(format!("SELECT * {{ ?s ?p '{letter}' }}"));
        queries.push(format!("SELECT * {{ ?s ?p <http://a/{letter}> }}"));
        queries.push(format!("SELECT * {{ ?s{letter} e:{letter}b ?o }} # {letter}"));
    }
    queries
}

pub(crate) fn huge_texts() -> Vec<String> {
    let size = 4 << 20;
    let fill = |text: &str| text.repeat(size / text.len());
    vec![
        fill("a"),
        fill(" ") + "SELECT * { ?s ?p ?o }",
        "#".to_owned() + &fill("x"),
        format!("SELECT * {{ ?s ?p '{}' }}", &fill("x")[100..]),
        format!("SELECT * {{ ?s ?p '''{}''' }}", &fill("x")[100..]),
        format!("SELECT * {{ ?s ?p '{}' }}", &fill("\\t")[100..]),
        format!("SELECT * {{ ?s ?p <http://a/{}> }}", &fill("x")[100..]),
        format!("SELECT * {{ ?s ?p <{}> }}", &fill("x")[100..]),
        format!("SELECT * {{ ?s ?p <{}> }}", &fill("-")[100..]),
        format!("SELECT * {{ ?s ?p e:{} }}", &fill("x")[100..]),
        format!("SELECT * {{ ?s ?p {} }}", &fill("1")[100..]),
        format!("SELECT * {{ ?s ?p 'a'@{} }}", &fill("a-")[100..]),
        format!("SELECT * {{ {} }}", &fill("<")[100..]),
        format!("SELECT * {{ {} }}", &fill("?x<")[100..]),
        format!("SELECT * {{ {} }}", &fill(".")[100..]),
        format!("SELECT * {{ {} }}", &fill(";")[100..]),
        format!("SELECT * {{ ?s ?p {} }}", &fill("a,")[100..]),
        format!("SELECT * {{ VALUES ?x {{ {} }} }}", &fill("'a' ")[100..]),
        format!("SELECT * {{ VALUES ?x {{ {} }} }}", &fill("true ")[100..]),
        format!("SELECT * {{ {} }}", "x".repeat(20 << 20)),
    ]
}

pub(crate) fn numbers_and_dates() -> Vec<String> {
    let mut queries = Vec::new();
    for value in [
        "9223372036854775807",
        "-9223372036854775808",
        "99999999999999999999999999",
        "1e308",
        "1e-308",
        "1e999999999",
        "0.0",
        "170141183460469231731.687303715884105727",
        "\"NaN\"^^xsd:double",
        "\"INF\"^^xsd:double",
        "\"-99999999-01-01T00:00:00Z\"^^xsd:dateTime",
        "\"9999999999-12-31\"^^xsd:date",
        "\"P99999999999Y\"^^xsd:duration",
    ] {
        for expression in [
            "?x + ?x",
            "?x * ?x",
            "-?x",
            "?x / 0",
            "?x - ?x - ?x",
            "ABS(?x)",
            "ROUND(?x)",
            "YEAR(?x)",
            "xsd:integer(?x)",
            "SUBSTR('abc', ?x, ?x)",
        ] {
            queries.push(format!("PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> SELECT ({expression} AS ?y) {{ VALUES ?x {{ {value} }} }}"));
        }
    }
    queries.push("SELECT * { ?s ?p ?o } LIMIT 99999999999999999999999".to_owned());
    queries.push("SELECT * { ?s ?p ?o } OFFSET 18446744073709551615 LIMIT 18446744073709551615".to_owned());
    queries
}

pub(crate) fn describe_and_construct() -> Vec<String> {
    vec![
        "DESCRIBE *  { ?s ?p ?o . ?a ?b ?c }".to_owned(),
        "DESCRIBE ?s ?o { ?s e:p* ?o }".to_owned(),
        format!("DESCRIBE {}", "e:t1 ".repeat(100_000)),
        "CONSTRUCT { ?s ?p ?o . ?a ?b ?c } WHERE { ?s ?p ?o . ?a ?b ?c }".to_owned(),
        "CONSTRUCT { [] ?p [] , [] } WHERE { ?s ?p ?o . ?a ?b ?c }".to_owned(),
        format!("CONSTRUCT {{ {} }} WHERE {{ ?s ?p ?o }}", "?s ?p ?o . ".repeat(5_000)),
        format!("CONSTRUCT {{ ?s ?p ({}) }} WHERE {{ ?s ?p ?o }}", "?o ".repeat(5_000)),
        format!("CONSTRUCT {{ {} }} WHERE {{ ?s ?p ?o }}", "e:a e:b e:c . ".repeat(100_000)),
        "CONSTRUCT WHERE { ?s ?p ?o . ?a ?b ?c . ?d ?e ?f }".to_owned(),
    ]
}

pub(crate) fn orders() -> Vec<String> {
    let keys = (0..1_000).map(|n| format!("(STR(?o) + {n}) ")).collect::<String>();
    vec![
        format!("SELECT * {{ ?s ?p ?o }} ORDER BY {keys}"),
        "SELECT * { ?s ?p ?o . ?a ?b ?c } ORDER BY RAND()".to_owned(),
        "SELECT * { ?s ?p ?o } ORDER BY (EXISTS { ?o e:p* ?z })".to_owned(),
        "SELECT * { { SELECT * { ?s ?p ?o . ?a ?b ?c } ORDER BY ?o } } ORDER BY DESC(?a) LIMIT 1".to_owned(),
        "SELECT * { ?s ?p ?o . ?a ?b ?c } ORDER BY MD5(CONCAT(STR(?o), STR(?c))) OFFSET 1000000".to_owned(),
        "SELECT REDUCED * { ?s ?p ?o . ?a ?b ?c . ?d ?e ?f } OFFSET 999999999".to_owned(),
        "SELECT DISTINCT ?p { ?s ?p ?o . ?a ?b ?c . ?d ?e ?f }".to_owned(),
    ]
}
