//! The same things declared in each syntax, dirt as pages have it, and pages that mean harm.

use expect_test::{Expect, expect};
use page::{Capture, Page};
use proptest::prelude::*;

use super::*;

fn page(html: &str) -> Page {
    Page::new(Capture { url: Some("http://shop.example/a/page".into()), ..Capture::new("page", html) })
}

fn check(html: &str, expected: Expect) {
    expected.assert_eq(&outline(&declared(&page(html))));
}

#[test]
fn a_product_in_json_ld() {
    check(
        r##"<script type="Application/LD+JSON; charset=utf-8">{
            "@context": "https://schema.org", "@type": "Product", "@id": "#kettle", "name": " Red \n kettle ",
            "image": ["https://cdn.example/1.jpg", "2.jpg"], "gtin13": 0401234567890, "sku": null,
            "brand": {"@type": ["Brand", "Organization"], "name": "Acme"},
            "offers": [{"@type": "Offer", "price": 19.90, "availability": "http://schema.org/InStock"},
                       {"@type": "Offer", "price": {"@value": "21", "@type": "xsd:decimal"}}],
            "isRelatedTo": {"@id": "/pot"}, "color": {"@list": ["red", ["blue"]]}, "award": ""
        }</script>"##,
        expect![[r#"
            JsonLd [https://schema.org/Product] <http://shop.example/a/page#kettle>
              name: Red kettle
              image: <https://cdn.example/1.jpg>
              image: 2.jpg
              gtin13: 0401234567890
              brand: [https://schema.org/Brand https://schema.org/Organization]
                name: Acme
              offers: [https://schema.org/Offer]
                price: 19.90
                availability: <http://schema.org/InStock>
              offers: [https://schema.org/Offer]
                price: 21
              isRelatedTo: <http://shop.example/pot>
              color: red
              color: blue
        "#]],
    );
}

#[test]
fn a_product_in_microdata() {
    check(
        r#"<div itemscope itemtype="http://schema.org/Product" itemid=#kettle>
            <h1 itemprop="name">Red <b>ket</b>tle</h1> <img itemprop=image src=1.jpg alt=x>
            <a itemprop="url http://schema.org/sameAs http://other.example/terms/home" href="../kettle">here</a>
            <div itemprop=offers itemscope itemtype="http://schema.org/Offer">
                <span itemprop=price content="19.90">19,90 €</span> <link itemprop=availability href=http://schema.org/InStock>
                <meta itemprop=priceCurrency content=EUR> <time itemprop=validThrough datetime=2024-05-01>1 May</time>
            </div>
            <data itemprop=sku value=k1>Kettle one</data> <meter itemprop=rating value=4>four</meter>
            <object itemprop=manual data=m.pdf></object> <address itemprop=origin>Main Street<br>Springfield</address>
            <a itemprop=maker>Acme</a> <p itemprop=empty> </p> <template><i itemprop=name>{{name}}</i></template>
        </div>"#,
        expect![[r#"
            Microdata [http://schema.org/Product] <http://shop.example/a/page#kettle>
              name: Red kettle
              image: <http://shop.example/a/1.jpg>
              url: <http://shop.example/kettle>
              sameAs: <http://shop.example/kettle>
              http://other.example/terms/home: <http://shop.example/kettle>
              offers: [http://schema.org/Offer]
                price: 19.90
                availability: <http://schema.org/InStock>
                priceCurrency: EUR
                validThrough: 2024-05-01
              sku: k1
              rating: 4
              manual: <http://shop.example/a/m.pdf>
              origin: Main Street Springfield
              maker: Acme
        "#]],
    );
}

#[test]
fn a_product_in_rdfa() {
    check(
        r#"<body vocab="http://schema.org" prefix="ex: http://other.example/terms/ FOAF: http://xmlns.com/foaf/0.1/">
        <div typeof="Product" resource="kettle">
            <h1 property="name schema:alternateName">Red <b>ket</b>tle</h1> <img property=image src=1.jpg>
            <div property=offers typeof="Offer ex:Deal">
                <span property=price content="19.90">19,90 €</span> <link property=availability href=http://schema.org/InStock>
                <time property=validThrough datetime=2024-05-01>1 May</time> <i property=ex:note>cheap</i>
            </div>
            <a property=brand typeof=foaf:Organization href=/acme><span property="foaf:name">Acme</span></a>
            <a href="/elsewhere"><span property=color>red</span></a>
        </div>
        <p resource="/pot"><span property=name>Pot</span> <i about=/pan property=name>Pan</i></p>
        <div vocab=""><i property=lost>x</i><b typeof=Plain><i property=kept>y</i></b></div>"#,
        expect![[r#"
            Rdfa [http://schema.org/Product] <http://shop.example/a/kettle>
              name: Red kettle
              alternateName: Red kettle
              image: <http://shop.example/a/1.jpg>
              offers: [http://schema.org/Offer http://other.example/terms/Deal]
                price: 19.90
                availability: <http://schema.org/InStock>
                validThrough: 2024-05-01
                http://other.example/terms/note: cheap
              brand: [http://xmlns.com/foaf/0.1/Organization] <http://shop.example/acme>
                name: Acme
              color: red
            Rdfa [] <http://shop.example/pot>
              name: Pot
            Rdfa [] <http://shop.example/pan>
              name: Pan
            Rdfa [Plain]
              kept: y
        "#]],
    );
}

#[test]
fn what_is_said_of_the_page() {
    check(
        r#"<html prefix="og: https://ogp.me/ns#"><meta property=description content=nothing>
        <meta property="og:title" content=" Red  kettle "><meta name="OG:Type" content=product><meta property=og:url content=/kettle>
        <meta property="og:image" content="https://cdn.example/1.jpg"><meta property=product:price:amount content=19.90>
        <meta property=og:description content=""><meta property="dc:creator" content="Ann"><meta property=fb:app_id content=1>"#,
        expect![[r#"
            Rdfa [] <http://shop.example/a/page>
              http://purl.org/dc/terms/creator: Ann
            OpenGraph [product] <http://shop.example/kettle>
              og:title: Red kettle
              og:url: <http://shop.example/kettle>
              og:image: <https://cdn.example/1.jpg>
              product:price:amount: 19.90
        "#]],
    );
}

#[test]
fn the_body_as_an_item_is_the_page() {
    check(
        "<body vocab=https://schema.org/ typeof=WebPage><h1 property=name>Kettles</h1>",
        expect![[r#"
        Rdfa [https://schema.org/WebPage] <http://shop.example/a/page>
          name: Kettles
    "#]],
    );
}

#[test]
fn references_and_lonely_items_in_microdata() {
    check(
        r#"<div itemscope itemref="b a nowhere a" id=top><i itemprop=name>one</i></div>
        <p id=a><i itemprop=note>first</i></p> <p id=b itemprop=maker itemscope itemref=top><i itemprop=name>Acme</i></p>
        <p itemprop=x itemscope itemref="loop"><i itemprop=name>lonely</i></p>
        <p id=loop itemprop=self itemscope itemref="loop loop2"></p><p id=loop2 itemprop=self itemscope itemref=loop></p>"#,
        expect![[r#"
            Microdata []
              name: one
              note: first
              maker: []
                name: Acme
            Microdata []
              name: lonely
              self: []
                self: []
        "#]],
    );
}

#[test]
fn graphs_contexts_and_aliases_in_json_ld() {
    check(
        r##"<script type="application/ld+json">{"@context": ["http://schema.org/docs/jsonldcontext.json",
            {"ex": "http://other.example/terms/", "maker": {"@id": "ex:maker"}, "kind": "@type"}],
            "@graph": [{"kind": "Product", "maker": "Acme", "ex:size": 3, "http://schema.org/name": "Kettle"},
                       {"type": "WebPage", "id": "_:b0", "author": {"@context": {"@vocab": "http://p.example#"}, "@type": "Person"}}]
        }</script>
        <script type="application/ld+json">[{"@type": "A", "ref": {"@id": "#x"}}, [{"@type": "schema:B"}], "x", 1]</script>
        <script type="application/ld+json">{"@context": "http://a.example/context.jsonld", "@type": "C"}</script>
        <script type="application/json">{"@type": "D"}</script>
        <template><script type="application/ld+json">{"@type": "E"}</script></template>"##,
        expect![[r#"
            JsonLd [http://schema.org/Product]
              http://other.example/terms/maker: Acme
              http://other.example/terms/size: 3
              name: Kettle
            JsonLd [http://schema.org/WebPage] <_:b0>
              author: [http://p.example#Person]
            JsonLd [A]
              ref: <http://shop.example/a/page#x>
            JsonLd [schema:B]
            JsonLd [C]
        "#]],
    );
}

#[test]
fn a_broken_block_does_not_harm_the_next() {
    let page = page(
        "<script type=application/ld+json>{\"@type\": \"A\", \"name\": \"a \"quoted\" word\"}</script>\
         <script type=application/ld+json><!-- {\"@type\": \"B\", \"name\": \"two\nlines\",} --></script>\
         <script type=application/ld+json></script>",
    );
    let declared = declared_with_notes(&page);
    expect![[r#"
        JsonLd [B]
          name: two lines
    "#]]
    .assert_eq(&outline(&declared.items));
    let notes: Vec<String> = declared.notes.iter().map(Note::to_string).collect();
    expect!["JSON-LD was skipped that is no JSON: expected `,` or `}`"].assert_eq(&notes.join("\n"));
}

#[test]
fn links_are_absolute_if_the_address_is_known() {
    let html = "<p itemscope itemid=x><a itemprop=a href=' y?z '></a><a itemprop=b href='http://[bad'></a>";
    let links = |page: Page| outline(&declared(&page));
    expect![[r#"
        Microdata [] <http://shop.example/a/x>
          a: <http://shop.example/a/y?z>
          b: <http://[bad>
    "#]]
    .assert_eq(&links(page(html)));
    expect![[r#"
        Microdata [] <x>
          a: <y?z>
          b: <http://[bad>
    "#]]
    .assert_eq(&links(Page::new(Capture::new("p", html))));
    expect![[r#"
        Microdata [] <x>
          a: <y?z>
          b: <http://[bad>
    "#]]
    .assert_eq(&links(Page::new(Capture::new("p", format!("<base href=/b/>{html}").as_str()))));
    expect![[r#"
        Microdata [] <http://b.example/c/x>
          a: <http://b.example/c/y?z>
          b: <http://[bad>
    "#]]
    .assert_eq(&links(Page::new(Capture::new("p", format!("<base href=http://b.example/c/>{html}").as_str()))));
}

#[test]
fn syntaxes_are_in_document_order_and_values_know_their_place() {
    let page = page(
        "<i typeof=v:A></i><script type=application/ld+json>[{\"@type\": \"B\"}, {\"@type\": \"C\", \"n\": 1}]</script>\
         <i itemscope typeof=v:D itemtype=E><b itemprop=n>x</b></i><meta property=og:title content=F>",
    );
    let items = declared(&page);
    let types: Vec<&str> = items.iter().flat_map(|item| &item.types).map(String::as_str).collect();
    assert_eq!(types, ["http://rdf.data-vocabulary.org/#A", "B", "C", "E", "http://rdf.data-vocabulary.org/#D"]);
    assert_eq!(items.last().map(|item| item.syntax), Some(Syntax::OpenGraph));
    let name = |item: &Item| page.tree.name(item.properties[0].node).to_owned();
    assert_eq!([name(&items[2]), name(&items[3]), name(&items[5])], ["script", "b", "meta"]);
}

fn depth(item: &Item) -> usize {
    let below = item.properties.iter().map(|property| match &property.value {
        Value::Item(item) => depth(item),
        _ => 0,
    });
    1 + below.max().unwrap_or(0)
}

/// Pages that would take for ever, or all memory or stack, if they were taken at their word.
#[test]
fn hostile_pages_end() {
    let chain: String =
        (0..20_000).map(|n| format!("<p id=i{n} itemprop=n itemscope itemref=i{}></p>", n + 1)).collect();
    let doubling: String =
        (0..100).map(|n| format!("<p id=i{n} itemprop='a b' itemscope itemref=i{}></p>", n + 1)).collect();
    let json = |text: String| format!("<script type=application/ld+json>{text}</script>");
    let terms: String = (0..20_000).map(|n| format!("\"t{n}\": \"http://a.example/{n}\",")).collect();
    let uses: String = (0..20_000).map(|n| format!("\"t{n}\": {{\"t{n}\": {n}}},")).collect();
    let long = "x".repeat(500_000);
    let pages = [
        "<p itemscope itemprop=a>".repeat(50_000),
        "<p itemscope itemprop=a>b</p>".repeat(100_000),
        "<div itemscope itemprop=a><i itemprop=b>".repeat(20_000),
        format!("{}{}", "<div itemprop=a>".repeat(500), long),
        format!("<div itemscope>{}{}", "<div itemprop=a>".repeat(500), long),
        format!("<div itemscope>{}{}", "<div itemprop=a>".repeat(500), "<br>".repeat(200_000)),
        format!("<div id=all>{}</div>", "<p itemscope itemref=all><i itemprop=a>b</i></p>".repeat(20_000)),
        format!("<p itemscope itemtype='{}'>{}", long, "<i itemprop=http://a.example/b>c</i>".repeat(15_000)),
        format!("<p itemscope><i itemprop='{}'>{}", (0..50_000).map(|n| format!("{n} ")).collect::<String>(), long),
        format!("<p itemscope itemprop=n itemref=i0></p>{chain}"),
        format!("<p itemscope itemref=i0></p>{doubling}"),
        "<div typeof=a property=v:b>".repeat(50_000),
        format!("<b typeof=a>{}", "<div typeof=a property='v:b v:c' prefix='d: e'>".repeat(500)),
        format!("<body vocab='{}'>{}", long, "<p typeof=a property=b>c</p>".repeat(15_000)),
        format!("{}{}", "<div property=v:a>".repeat(500), long),
        format!("{}{}", "<div prefix='a: b'>".repeat(500), "<p property=z:y>x</p>".repeat(20_000)),
        format!("<base href='http://a.example/{}'>{}", long, "<p itemscope itemid=x></p>".repeat(15_000)),
        json(format!("{{\"@context\": {{{terms}}}, {uses}}}")),
        json(format!(
            "{{\"@context\": {{\"@vocab\": \"{}\"}}, \"a\": [{}]}}",
            long,
            "{\"@type\": \"b\"},".repeat(30_000)
        )),
        json(format!("[{}]", "{},".repeat(300_000))),
        json("[".repeat(500_000)),
        json("{\"a\":".repeat(100_000)),
        json(format!("{}1{}", "{\"@graph\":[{\"a\":1},".repeat(60), "]}".repeat(60))),
        "<meta property=og:a content=b>".repeat(30_000),
        "<template><p itemscope>".repeat(1000),
    ];
    for html in pages {
        let declared = declared_with_notes(&page(&html));
        let start: String = html.chars().take(60).collect();
        assert!(declared.items.iter().all(|item| depth(item) <= MAX_NESTING), "{start}");
    }
}

#[test]
fn many_items_are_all_read() {
    let item = "<p itemscope><i itemprop=a>b</i></p><p typeof=v:c><i property=d>e</i></p>";
    let declared = declared_with_notes(&page(&item.repeat(50_000)));
    assert_eq!((declared.items.len(), declared.notes), (100_000, Vec::new()));
    assert!(declared.items.iter().all(|item| item.properties.len() == 1));
}

#[test]
fn nothing_is_lost_below_the_deepest_item() {
    for html in ["<div itemscope itemprop=a><i itemprop=b>c</i>", "<div typeof=v:a property=v:b><i property=v:c>d</i>"]
    {
        let items = declared(&page(&html.repeat(400)));
        let count = outline(&items).matches(['c', 'd']).count();
        assert!(count >= 400, "{count} of {html}");
        assert!(items.len() > 1);
    }
}

proptest! {
    /// Whatever attributes meet, nothing panics, and what comes out is folded, bounded and in order.
    #[test]
    fn tag_soup_is_read(soup in proptest::collection::vec(prop_oneof![
        "<(div|p|a|meta|time|table|td|template)( (itemscope|typeof|vocab|prefix|about|itemid|content|href)(=(a|''|'b: c d'|v:e))?){0,3}( (itemprop|property|itemref|id|resource)=(a|b|'a b'|v:a|'[v:a]')){0,2}>",
        "</(div|p|a|table|template)>",
        "<script type=application/ld\\+json>[\\[\\]{}\",: @a-c1\\\\/*<!-]{0,12}</script>",
        "[ a\n]{1,3}",
    ], 0..40)) {
        let page = page(&soup.concat());
        let items = declared(&page);
        prop_assert!(items.is_sorted_by_key(|item| item.node));
        prop_assert!(items.iter().all(|item| depth(item) <= MAX_NESTING));
    }
}
