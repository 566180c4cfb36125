//! The score of the gold itself is full, and each way to damage it costs what it should.

#![expect(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

use std::collections::BTreeMap;

use example_sites::{Domain, Gold, Rate, Score, generate, score};
use serde::Serialize;

#[derive(Serialize, Clone)]
struct Concept {
    concept: String,
    labels: Vec<String>,
    parent: Option<String>,
    support: usize,
    instances: usize,
}

#[derive(Serialize, Clone)]
struct Instance {
    instance: String,
    label: String,
    concepts: Vec<String>,
    attributes: BTreeMap<String, Vec<Value>>,
}

#[derive(Serialize, Clone)]
struct Value {
    text: String,
    page: String,
    path: String,
}

struct Mined {
    gold: Gold,
    taxonomy: Vec<Concept>,
    instances: Vec<Instance>,
}

const FULL: Rate = Rate { precision: 1.0, recall: 1.0 };

/// The gold as a perfect miner would write it.
fn mined() -> Mined {
    let files: BTreeMap<String, String> =
        generate(Domain::Travel, 30).into_iter().map(|file| (file.path, file.text)).collect();
    let gold = Gold::parse(&files["gold/taxonomy.csv"], &files["gold/instances.jsonl"]).unwrap();
    let iri = |id: &String| format!("urn:concept:{id}");
    let taxonomy = gold.concepts.iter().map(|concept| Concept {
        concept: iri(&concept.id),
        labels: concept.labels.iter().map(|label| label.to_uppercase()).collect(),
        parent: concept.parent.as_ref().map(iri),
        support: 2,
        instances: 3,
    });
    let value = |value: &example_sites::GoldValue| Value {
        text: value.text.clone(),
        page: format!("examples/travel/{}", value.page),
        path: String::new(),
    };
    let instances = gold.instances.iter().enumerate().map(|(at, instance)| Instance {
        instance: format!("urn:instance:{at}"),
        label: instance.name.clone(),
        concepts: instance.concepts.iter().map(iri).collect(),
        attributes: instance
            .attributes
            .iter()
            .map(|(name, values)| (name.clone(), values.iter().map(value).collect()))
            .collect(),
    });
    Mined { taxonomy: taxonomy.collect(), instances: instances.collect(), gold }
}

impl Mined {
    fn score(&self) -> Score {
        let lines = |lines: Vec<String>| lines.join("\n");
        let taxonomy = lines(self.taxonomy.iter().map(|each| serde_json::to_string(each).unwrap()).collect());
        let instances = lines(self.instances.iter().map(|each| serde_json::to_string(each).unwrap()).collect());
        score(&self.gold, &taxonomy, &instances).unwrap()
    }
}

#[test]
fn the_gold_itself_is_full() {
    let score = mined().score();
    assert_eq!(score.mistakes, Vec::<String>::new());
    assert_eq!((score.taxonomy, score.instances, score.values), (FULL, FULL, FULL));
    assert!((score.membership - 1.0).abs() < 1e-9);
}

#[test]
fn a_concept_in_the_wrong_place_costs_pairs() {
    let mut mined = mined();
    mined.taxonomy.iter_mut().find(|concept| concept.concept.ends_with("hotels/budget")).unwrap().parent = None;
    let score = mined.score();
    assert!(score.taxonomy.recall < 1.0);
    assert_eq!(score.taxonomy.precision, 1.0);
    let home = Concept {
        concept: "urn:home".to_owned(),
        labels: vec!["Imprint".to_owned()],
        parent: Some("urn:concept:hotels".to_owned()),
        support: 4,
        instances: 0,
    };
    mined.taxonomy.push(home);
    assert!(mined.score().taxonomy.precision < 1.0);
}

#[test]
fn labels_that_are_not_joined_cost_nothing_and_circles_end() {
    let mut mined = mined();
    let extra = Concept {
        concept: "urn:again".to_owned(),
        labels: mined.taxonomy[0].labels[..1].to_vec(),
        parent: Some("urn:again".to_owned()),
        support: 1,
        instances: 0,
    };
    mined.taxonomy.push(extra);
    assert_eq!(mined.score().taxonomy, FULL);
}

#[test]
fn instances_are_right_by_name_page_and_concept() {
    let mut other_name = mined();
    other_name.instances[0].label.push_str(" Shop");
    let score = other_name.score();
    assert!(score.instances.precision < 1.0 && score.instances.recall < 1.0 && score.values.recall < 1.0);

    let mut twice = mined();
    twice.instances.push(twice.instances[3].clone());
    let score = twice.score();
    assert!(score.instances.precision < 1.0);
    assert_eq!(score.instances.recall, 1.0);

    let mut astray = mined();
    for value in astray.instances[0].attributes.values_mut().flatten() {
        value.page = "examples/travel/a/index.html".to_owned();
    }
    assert!(astray.score().instances.recall < 1.0);
}

#[test]
fn members_of_a_concept_above_are_right_but_not_exact() {
    let mut mined = mined();
    let lower = mined.instances.iter_mut().find(|instance| instance.concepts[0].contains('/')).unwrap();
    let above = lower.concepts[0].rsplit_once('/').unwrap().0.to_owned();
    lower.concepts = vec![above];
    let score = mined.score();
    assert_eq!(score.instances, FULL);
    assert!(score.membership < 1.0);
    mined.instances[0].concepts = vec!["urn:nothing".to_owned()];
    assert!(mined.score().instances.recall < 1.0);
}

#[test]
fn values_need_one_name_for_one_attribute() {
    let mut renamed = mined();
    for instance in &mut renamed.instances {
        instance.attributes = std::mem::take(&mut instance.attributes)
            .into_iter()
            .map(|(name, values)| (format!("field {name}"), values))
            .collect();
    }
    assert_eq!(renamed.score().values, FULL);

    let mut heap = mined();
    for instance in &mut heap.instances {
        let all: Vec<Value> = std::mem::take(&mut instance.attributes).into_values().flatten().collect();
        instance.attributes.insert("value".to_owned(), all);
    }
    let score = heap.score();
    assert!(score.values.recall < 0.5 && score.values.precision < 0.5, "{:?}", score.values);
}

#[test]
fn wrong_values_cost_and_other_true_texts_do_not() {
    let mut mined = mined();
    let page = mined.instances[0].attributes.values().next().unwrap()[0].page.clone();
    let value = |text: &str| Value { text: text.to_owned(), page: page.clone(), path: String::new() };
    let description = mined.gold.instances[0].also[0].clone();
    mined.instances[0].attributes.insert("description".to_owned(), vec![value(&description)]);
    assert_eq!(mined.score().values, FULL);
    mined.instances[0].attributes.insert("advert".to_owned(), vec![value("Luggage that lasts")]);
    let score = mined.score();
    assert!(score.values.precision < 1.0);
    assert_eq!(score.values.recall, 1.0);
}

#[test]
fn instances_of_several_sites_may_be_one() {
    let mut mined = mined();
    let thing = mined.gold.instances[0].thing;
    let same: Vec<usize> =
        (0..mined.gold.instances.len()).filter(|at| mined.gold.instances[*at].thing == thing).collect();
    for at in same.iter().skip(1).rev() {
        let other = mined.instances.remove(*at);
        for (name, values) in other.attributes {
            mined.instances[same[0]].attributes.entry(name).or_default().extend(values);
        }
    }
    assert_eq!(mined.score().instances, FULL);
    assert_eq!(mined.score().values, FULL);
}
