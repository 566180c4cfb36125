//! Results held against floors: the table a person reads, and the verdict. It changes nothing.

use std::fmt;

use super::floors::{Bound, Floor, Floors, Sample};
use super::results::Results;
use crate::failure::Failure;

/// The table.
pub(crate) struct Report {
    rows: Vec<Row>,
    sample: Sample,
}

struct Row {
    task: String,
    measure: String,
    value: Option<f64>,
    limit: Option<(Bound, f64)>,
}

impl Report {
    /// All floors of the tasks that were to run; for tasks asked for by name also their other numbers.
    pub(crate) fn new(floors: &Floors, results: &Results, sample: Sample, only: &[String]) -> Self {
        let was_run = |task: &str| only.is_empty() || only.iter().any(|name| name == task) || results.has(task);
        let held: Vec<_> = floors.iter().filter(|f| was_run(&f.task) && f.limit(sample).is_some()).collect();
        let mut rows: Vec<_> = held.iter().map(|floor| Row::held(floor, results, sample)).collect();
        for task in results.tasks() {
            if let Some(error) = results.error(task) {
                rows.push(Row { task: task.to_owned(), measure: format!("error: {error}"), value: None, limit: None });
            }
            let is_held = |path: &[String]| held.iter().any(|floor| floor.task == task && floor.measure == path);
            let others = results.numbers(task).into_iter().filter(|(path, _)| !only.is_empty() && !is_held(path));
            rows.extend(others.map(|(path, value)| Row {
                task: task.to_owned(),
                measure: path.join("."),
                value: Some(value),
                limit: None,
            }));
        }
        rows.sort_by(|a, b| a.task.cmp(&b.task));
        Self { rows, sample }
    }

    /// Fails if a floor does not hold or a scorer failed.
    pub(crate) fn verdict(&self) -> Result<(), Failure> {
        let below: Vec<_> = self.rows.iter().filter(|row| !row.is_fine()).collect();
        if below.is_empty() {
            let held = self.rows.iter().filter(|row| row.limit.is_some()).count();
            println!("quality: ok, {held} floors hold ({} samples)", self.sample);
            return Ok(());
        }
        let names: Vec<_> = below.iter().map(|row| format!("{} {}", row.task, row.measure)).collect();
        Err(Failure::new(format!("quality fell below its floor: {}", names.join(", ")))
            .hint("each page's result and the logs are in quality/ of the target folder; floors are never lowered"))
    }
}

impl Row {
    fn held(floor: &Floor, results: &Results, sample: Sample) -> Self {
        Self {
            task: floor.task.clone(),
            measure: floor.name(),
            value: results.number(&floor.task, &floor.measure),
            limit: floor.limit(sample).map(|limit| (floor.bound, limit)),
        }
    }

    /// A number that is missing holds no floor.
    fn is_fine(&self) -> bool {
        match (self.value, self.limit) {
            (Some(value), Some((bound, limit))) => bound.holds(value, limit),
            (Some(_), None) => true,
            (None, _) => false,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |text: fn(&Row) -> &str, title: &str| {
            self.rows.iter().map(|row| text(row).chars().count()).max().unwrap_or(0).max(title.len())
        };
        let (task, measure) = (width(|row| &row.task, "task"), width(|row| &row.measure, "measure"));
        writeln!(f, "{:<task$}  {:<measure$}  {:>10}  {:>10}", "task", "measure", "value", "floor")?;
        for row in &self.rows {
            let value = row.value.map_or_else(|| "none".to_owned(), rounded);
            let (limit, mark) = match row.limit {
                None if row.is_fine() => (String::new(), ""),
                None => (String::new(), "FAILED"),
                Some((bound, limit)) => {
                    let sign = if bound == Bound::AtLeast { ">=" } else { "<=" };
                    (format!("{sign} {}", rounded(limit)), if row.is_fine() { "ok" } else { "BELOW" })
                }
            };
            let line = format!("{:<task$}  {:<measure$}  {value:>10}  {limit:>10}  {mark}", row.task, row.measure);
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// At most four decimals, as the scorers round.
fn rounded(number: f64) -> String {
    ((number * 10_000.0).round() / 10_000.0).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLOORS: &str = "[at_least.records]\nf1 = { quick = 0.8, full = 0.99 }\n\
                          [at_least.heal]\nhealed.right = { quick = 0.5 }\n\
                          [at_most.swde_teach]\nwrong = { quick = 0.05 }\n";

    fn report(results: &str, only: &[&str]) -> Report {
        let only: Vec<_> = only.iter().map(|&task| task.to_owned()).collect();
        Report::new(&Floors::parse(FLOORS).unwrap(), &Results::parse(results), Sample::Quick, &only)
    }

    #[test]
    fn floors_that_hold() {
        let report = report(
            "{\"quick\": true, \"task\": \"records\", \"pages\": 24, \"f1\": 0.80000}\n\
             {\"quick\": true, \"task\": \"heal\", \"healed\": {\"right\": 0.61}}\n\
             {\"quick\": true, \"task\": \"swde_teach\", \"wrong\": 0.05}",
            &[],
        );
        assert_eq!(
            report.to_string(),
            "task        measure            value       floor\n\
             heal        healed.right        0.61      >= 0.5  ok\n\
             records     f1                   0.8      >= 0.8  ok\n\
             swde_teach  wrong               0.05     <= 0.05  ok\n"
        );
        report.verdict().unwrap();
    }

    #[test]
    fn below_above_missing_and_crashed_all_fail() {
        let report = report(
            "{\"task\": \"records\", \"f1\": 0.79}\n{\"task\": \"swde_teach\", \"wrong\": 0.06}\n\
             {\"task\": \"segments\", \"error\": \"exit 1\"}",
            &[],
        );
        let failure = report.verdict().unwrap_err().to_string();
        for told in ["records f1", "swde_teach wrong", "heal healed.right", "segments error: exit 1"] {
            assert!(failure.contains(told), "{failure}");
        }
        assert_eq!(report.to_string().matches("BELOW").count(), 3);
    }

    #[test]
    fn a_task_asked_for_shows_all_its_numbers_and_only_its_floors() {
        let report = report("{\"quick\": true, \"task\": \"records\", \"pages\": 24, \"f1\": 0.9}", &["records"]);
        let text = report.to_string();
        assert!(text.contains("pages") && text.contains(">= 0.8  ok") && !text.contains("heal"), "{text}");
        report.verdict().unwrap();
    }
}
