//! A plan as a knowledge base keeps it: wrappers, each with what it is for.

use std::collections::BTreeSet;

use knowledge::population::roles::complete;
use serde::{Deserialize, Serialize};

use super::plan::{Plan, PlanPart, Role, TemplatePlan};
use crate::wrapping::{Checker, Vocabulary, WrapperFile};

/// A wrapper of a plan as it can be kept.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedWrapper {
    /// The number of its template; each has one wrapper that is not for linked individuals, which comes first.
    pub template: usize,
    /// What the individuals are that it finds.
    pub role: Role,
    /// The IRI of their class.
    pub class: String,
    /// Whether somebody made it, rather than it being learnt: then it reads whole pages.
    pub is_given: bool,
    /// Where the pages of its template are from.
    pub sites: Vec<String>,
    /// A mark of what was known of the class when it was learnt.
    pub known: String,
    /// The wrapper.
    pub file: WrapperFile,
}

/// A wrapper as it is written down.
#[derive(Serialize, Deserialize)]
struct Line {
    layout: usize,
    role: String,
    class: String,
    #[serde(default)]
    given: bool,
    sites: Vec<String>,
    known: String,
    wrapper: WrapperFile,
}

impl PlannedWrapper {
    /// As a text.
    pub fn to_json(&self) -> String {
        let line = Line {
            layout: self.template,
            role: self.role.as_str().to_owned(),
            class: self.class.clone(),
            given: self.is_given,
            sites: self.sites.clone(),
            known: self.known.clone(),
            wrapper: self.file.clone(),
        };
        // Structures of strings and numbers always serialise.
        serde_json::to_string(&line).unwrap_or_default()
    }

    /// Of a text; nothing if it is none of ours.
    pub fn of_json(text: &[u8]) -> Option<PlannedWrapper> {
        let Line { layout, role, class, given, sites, known, wrapper } = serde_json::from_slice(text).ok()?;
        let role = [Role::Subject, Role::Listed, Role::Linked].into_iter().find(|known| known.as_str() == role)?;
        Some(PlannedWrapper { template: layout, role, class, is_given: given, sites, known, file: wrapper })
    }
}

impl Plan {
    /// The numbers of the templates that were learnt from the pages that are read now.
    pub(super) fn fresh(&self) -> BTreeSet<usize> {
        let fresh = |(_, template): &(usize, &TemplatePlan)| template.checker.is_none();
        self.templates.iter().enumerate().filter(fresh).map(|(number, _)| number).collect()
    }

    /// The wrappers of the plan, template by template: that of the page first, then those of its lists.
    pub fn wrappers(&self) -> Vec<PlannedWrapper> {
        let kept = |template: usize, part: &PlanPart| PlannedWrapper {
            template,
            is_given: self.templates[template].is_given,
            sites: self.templates[template].sites.clone(),
            known: self.templates[template].known.clone(),
            role: part.role,
            class: self.vocabulary.ontology.classes[part.class].iri.clone(),
            file: part.file.clone(),
        };
        let numbered = self.templates.iter().enumerate();
        let parts = numbered
            .flat_map(|(number, plan)| std::iter::once(&plan.main).chain(&plan.parts).map(move |part| (number, part)));
        parts.map(|(number, part)| kept(number, part)).collect()
    }

    /// A plan of wrappers that were kept. What names no class of the ontology, or cannot be used, is left out.
    /// Templates whose numbers are `fresh` have been learnt from the pages that are read now, which cannot have changed
    /// since.
    pub fn of_wrappers(mut vocabulary: Vocabulary, wrappers: Vec<PlannedWrapper>, fresh: &BTreeSet<usize>) -> Plan {
        complete(&mut vocabulary.ontology);
        let mut plan = Plan::new(vocabulary);
        let mut last: Option<(usize, TemplatePlan)> = None;
        for wrapper in wrappers {
            let known = &plan.vocabulary;
            let class = known.ontology.classes.iter().position(|class| class.iri == wrapper.class);
            let part = class.and_then(|class| PlanPart::new(wrapper.role, class, wrapper.file, known));
            match (part, &mut last) {
                (None, _) => {}
                (Some(part), Some((template, open))) if *template == wrapper.template && part.role == Role::Linked => {
                    open.parts.push(part);
                }
                // A list of a page that cannot be read any more.
                (Some(part), _) if part.role == Role::Linked => {}
                (Some(main), _) => {
                    last.take().into_iter().for_each(|(_, template)| plan.add_template(template));
                    let PlannedWrapper { template, is_given, sites, known, .. } = wrapper;
                    let checker = Checker::new(&main.file).ok().filter(|_| !fresh.contains(&template));
                    let parts = Vec::new();
                    last = Some((template, TemplatePlan { main, parts, is_given, sites, known, checker }));
                }
            }
        }
        last.into_iter().for_each(|(_, template)| plan.add_template(template));
        plan
    }
}
