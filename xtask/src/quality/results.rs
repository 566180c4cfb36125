//! What the scorers measured: one JSON line per task, kept as it came. Nothing is judged here.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::failure::Failure;
use crate::process;

/// The results by task.
#[derive(Debug, Default)]
pub(crate) struct Results {
    tasks: BTreeMap<String, Value>,
}

impl Results {
    /// Runs the scorers and takes each result when it comes, so that a person sees how far it is.
    pub(crate) fn read_from(command: &mut Command) -> Result<Self, Failure> {
        let mut child =
            command.stdout(Stdio::piped()).spawn().map_err(|error| process::cannot_start(command, error))?;
        let mut results = Self::default();
        for line in child.stdout.take().into_iter().flat_map(|pipe| BufReader::new(pipe).lines()) {
            let line = line.map_err(|error| Failure::new("cannot read what the scorers say").because(error))?;
            eprintln!("{line}");
            results.add(&line);
        }
        // A scorer that failed says so in its own line, and the exit status only repeats it, unless there is no line.
        let status = child.wait().map_err(|error| Failure::new("cannot wait for the scorers").because(error))?;
        if results.tasks.is_empty() {
            return Err(Failure::new(format!("the scorers gave no result ({status})"))
                .hint("the tasks are listed at the end of ../shared/eval/run"));
        }
        Ok(results)
    }

    #[cfg(test)]
    pub(crate) fn parse(text: &str) -> Self {
        let mut results = Self::default();
        text.lines().for_each(|line| results.add(line));
        results
    }

    /// Takes a line that is an object with a task; a scorer may also say other things.
    fn add(&mut self, line: &str) {
        if let Ok(result) = serde_json::from_str::<Value>(line)
            && let Some(task) = result.get("task").and_then(Value::as_str)
        {
            self.tasks.insert(task.to_owned(), result);
        }
    }

    pub(crate) fn tasks(&self) -> impl Iterator<Item = &str> {
        self.tasks.keys().map(String::as_str)
    }

    pub(crate) fn has(&self, task: &str) -> bool {
        self.tasks.contains_key(task)
    }

    /// What went wrong with the task, if its scorer says so.
    pub(crate) fn error(&self, task: &str) -> Option<&str> {
        self.tasks.get(task)?.get("error")?.as_str()
    }

    /// The number at the end of these keys.
    pub(crate) fn number(&self, task: &str, measure: &[String]) -> Option<f64> {
        measure.iter().try_fold(self.tasks.get(task)?, |value, key| value.get(key))?.as_f64()
    }

    /// All numbers of the task with the keys that lead to them, in the order of the keys.
    pub(crate) fn numbers(&self, task: &str) -> Vec<(Vec<String>, f64)> {
        let mut numbers = Vec::new();
        if let Some(result) = self.tasks.get(task) {
            collect(result, &mut Vec::new(), &mut numbers);
        }
        numbers
    }
}

fn collect(value: &Value, path: &mut Vec<String>, numbers: &mut Vec<(Vec<String>, f64)>) {
    if let Some(number) = value.as_f64() {
        numbers.push((path.clone(), number));
    }
    for (key, below) in value.as_object().into_iter().flatten() {
        path.push(key.clone());
        collect(below, path, numbers);
        path.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_numbers_by_task() {
        let results = Results::parse(
            "orientations given: {}\n\
             {\"quick\": true, \"task\": \"records\", \"pages\": 24, \"f1\": 0.9, \"sure\": null}\n\
             {\"task\": \"heal\", \"healed\": {\"right\": 0.5, \"silent\": 0.125}}\n\
             {\"task\": \"segments\", \"error\": \"exit 1\"}",
        );
        let key = |name: &str| name.split('.').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(results.tasks().collect::<Vec<_>>(), ["heal", "records", "segments"]);
        assert_eq!(results.number("records", &key("f1")), Some(0.9));
        assert_eq!(results.number("heal", &key("healed.right")), Some(0.5));
        assert_eq!(results.number("heal", &key("healed")), None);
        assert_eq!(results.number("records", &key("sure")), None);
        assert_eq!(results.number("tables-zh", &key("f1")), None);
        assert_eq!(results.numbers("heal"), [(key("healed.right"), 0.5), (key("healed.silent"), 0.125)]);
        assert_eq!(results.error("segments"), Some("exit 1"));
        assert_eq!(results.error("records"), None);
    }
}
