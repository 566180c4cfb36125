//! Plans that are kept, pages that were not learnt from, names for review, IRIs that stay, and pages made to do harm.

use std::collections::BTreeSet;

use crate::clubs::{CLUBS, PEOPLE, card_pages, head, page, people, plan, told, vocabulary};

use expect_test::expect;
use lode::Page;
use lode::job::Job;
use lode::populating::{Plan, Populator};
use lode::wrapping::Learner;

#[test]
fn unknown_names_are_for_review_and_what_is_learnt_counts() {
    // One club writes `Establishd`, which the dictionary does not know.
    let html = |number: usize| head(number).replace("Founded", "Establishd").replace("Members", "Member count");
    let mut pages: Vec<Page> = (0..4).map(|number| page(&format!("{number}.html"), html(number))).collect();
    let plan = plan(CLUBS, &mut pages);
    let facts = plan.read(&pages[0]);
    let told = facts.unknown.iter().map(|unknown| {
        let term = unknown.taken_for.as_deref().unwrap_or("nothing");
        format!("{} {:?} taken for {term}", unknown.name, unknown.examples)
    });
    expect![[r#"
        Establishd ["14 May 1987"] taken for nothing
        Colours ["red and white"] taken for nothing
        Member count ["1,204"] taken for http://x.example/club#size"#]]
    .assert_eq(&told.collect::<Vec<String>>().join("\n"));
    let mut wiser = vocabulary(CLUBS);
    assert!(wiser.learn("http://x.example/club#founded", "Establishd"));
    assert!(!wiser.learn("http://x.example/club#founded", "Establishd"), "it is known by now");
    assert!(!wiser.learn("http://x.example/club#no", "Establishd"), "there is no such term");
    let plan = Populator::new(&wiser, None).learn(&mut pages).expect("something to learn");
    let facts = plan.read(&pages[0]);
    assert!(facts.statements.iter().any(|statement| statement.property.ends_with("#founded")));
    assert!(facts.unknown.iter().all(|unknown| unknown.name != "Establishd"));
}

#[test]
fn iris_stay_when_a_page_is_read_again_and_says_more() {
    let html = |more: &str| format!("{}<h2>Committee</h2>{more}", head(0));
    let card = |(name, office, sex, age): &(&str, &str, &str, u32)| {
        format!("<div class=card><h3>{name}</h3><p>{sex}, {age} years</p><p>Office: {office}</p></div>")
    };
    let three: String = people(0).map(card).collect();
    let four = format!("{}{three}", card(&PEOPLE[5]));
    let read = |html: String| {
        let mut pages = vec![page("same.html", html)];
        let plan = plan(CLUBS, &mut pages);
        let facts = plan.read(&pages[0]);
        facts.individuals.into_iter().map(|individual| (individual.label, individual.iri)).collect::<Vec<_>>()
    };
    let (before, after) = (read(html(&three)), read(html(&four)));
    assert_eq!(before.len(), 4);
    assert_eq!(after.len(), 5);
    assert!(before.iter().all(|individual| after.contains(individual)), "{before:?} {after:?}");
}

#[test]
fn a_page_of_another_template_is_not_read() {
    let mut pages: Vec<Page> = (0..4).map(|number| page(&format!("{number}.html"), head(number))).collect();
    let plan = plan(CLUBS, &mut pages);
    let other = page("other.html", "<table><tr><td><div><p>Nothing of the sort</p></div></td></tr></table>".to_owned());
    expect![[r#"the page is of no template that was learnt"#]].assert_eq(&told(&plan.read(&other)));
}

#[test]
fn a_plan_that_was_kept_reads_the_same() {
    let mut pages = card_pages();
    let plan = plan(CLUBS, &mut pages);
    let again = Plan::of_wrappers(vocabulary(CLUBS), plan.wrappers(), &BTreeSet::new());
    assert_eq!(again.wrappers(), plan.wrappers());
    for page in &pages {
        assert_eq!(told(&again.read(page)), told(&plan.read(page)));
    }
}

#[test]
fn what_is_learnt_from_some_pages_reads_others() {
    let mut pages = card_pages();
    let other = pages.remove(0);
    let plan = plan(CLUBS, &mut pages);
    let facts = plan.read(&other);
    assert_eq!(facts.individuals.len(), 4, "{}", told(&facts));
    assert!(facts.statements.iter().all(|statement| {
        let node = other.tree.find(&statement.evidence.path).expect("a path of the page");
        lode::visible_text(&other.tree, node).contains(&statement.evidence.text)
    }));
}

#[test]
fn two_of_one_name_who_differ_are_two() {
    let twin =
        |age: u32| format!("<div class=card><h3>Ada Quill</h3><p>female, {age} years</p><p>Office: coach</p></div>");
    let mut pages = card_pages();
    pages.push(page("twins.html", format!("{}<h2>Committee</h2>{}{}{}", head(0), twin(61), twin(16), twin(61))));
    let plan = plan(CLUBS, &mut pages);
    let facts = plan.read(&pages[4]);
    let members: Vec<&str> = facts.individuals[1..].iter().map(|individual| individual.iri.as_str()).collect();
    assert_eq!(members.len(), 2, "{}", told(&facts));
    assert_ne!(members[0], members[1]);
}

#[test]
fn hostile_pages_end() {
    let many = 3000;
    let nested =
        format!("{}<p>female, 48 years</p>{}", "<div class=card><h3>A</h3>".repeat(many), "</div>".repeat(many));
    let wide = "<div class=card><h3>A</h3><p>female, 48 years</p><p>Office: chair</p></div>".repeat(many);
    let kinds: String = (0..many).map(|n| format!("<x{n}><p>female</p><p>48 years</p></x{n}>")).collect();
    let header = "<th>Name</th><th>Age</th>".repeat(300);
    let table =
        format!("<table><tr>{header}</tr>{}</table>", format!("<tr>{}</tr>", "<td>48</td>".repeat(600)).repeat(60));
    let mut pages: Vec<Page> =
        [nested, wide, kinds, table].into_iter().map(|html| page("h.html", format!("{}{html}", head(0)))).collect();
    let started = std::time::Instant::now();
    let plan = plan(CLUBS, &mut pages);
    pages.iter().for_each(|page| {
        plan.read(page);
    });
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}

#[test]
fn a_wrapper_that_is_given_is_used() {
    let mut pages = card_pages();
    let known = vocabulary(CLUBS);
    let learnt = Learner { vocabulary: Some(&known), engine: None }.learn(&mut pages, &Job::unwatched());
    let learnt = learnt.expect("something to learn").into_inner();
    let mut file = learnt[0].file.clone();
    file.fields.retain(|field| field.name == "founded");
    let populator = Populator::new(&known, None).with_wrappers(vec![file]);
    let plan = populator.learn(&mut pages).expect("a plan");
    assert!(plan.wrappers().iter().all(|wrapper| wrapper.is_given), "nothing is learnt beside it");
    expect![[r#"
        Club -
          founded "1987-05-14" date"#]]
    .assert_eq(&told(&plan.read(&pages[0])).lines().take(2).collect::<Vec<_>>().join("\n"));
    let alone = populator.learn(&mut []).expect("a plan of the wrapper alone");
    assert_eq!(told(&alone.read(&pages[1])), told(&plan.read(&pages[1])));
}

#[test]
fn an_ontology_need_not_declare_its_classes() {
    let bare = "@prefix : <http://x.example/o#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . \
        @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> . \
        :founded a owl:DatatypeProperty ; rdfs:range xsd:date DOMAIN .";
    for (domain, class) in [("", "Thing"), ("; rdfs:domain :Club", "Club")] {
        let mut pages: Vec<Page> = (0..4).map(|number| page(&format!("{number}.html"), head(number))).collect();
        let plan = plan(&bare.replace("DOMAIN", domain), &mut pages);
        let facts = plan.read(&pages[0]);
        assert!(facts.individuals[0].class.ends_with(&format!("#{class}")), "{}", told(&facts));
        assert_eq!(facts.statements.len(), 1);
    }
}

#[test]
fn a_page_may_use_another_name() {
    let mut pages: Vec<Page> = (0..3).map(|number| page(&format!("{number}.html"), head(number))).collect();
    let mut known = vocabulary(CLUBS);
    known.learn("http://x.example/club#founded", "since");
    let plan = Populator::new(&known, None).learn(&mut pages).expect("something to learn");
    let other = head(3).replace("<li><b>Founded:", "<li>News</li><li><p><b>Since:").replace("Colours", "Age");
    let told = told(&plan.read(&page("3.html", other)));
    assert!(told.contains("founded \"2003-07-09\" date"), "{told}");
}
