//! The table in Markdown, and the reasons by how many programs each stops.

use super::answer::{Answer, Confirmed, kind};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What became of a program.
pub struct Row {
    /// The package.
    pub package: &'static str,
    /// The program.
    pub program: &'static str,
    /// Lines of its files.
    pub lines: usize,
    /// What the verifier said.
    pub answer: Answer,
    /// How long it took, in seconds.
    pub seconds: f64,
}

/// One row as a line of the table.
pub fn line(row: &Row) -> String {
    let (verdict, what) = match &row.answer {
        Answer::Proved => ("proved", String::new()),
        Answer::Violated(check, place, confirmed) => {
            let confirmed = match confirmed {
                Confirmed::Yes => "confirmed",
                Confirmed::No => "not confirmed",
                Confirmed::Open => "harness incomplete",
            };
            ("violated", format!("{check} at {place}, {confirmed}"))
        }
        Answer::Unknown(reason) => ("unknown", reason.clone()),
        Answer::Refused(why) => ("refused", why.clone()),
    };
    let what = what.replace('|', "\\|");
    format!("| {} | {} | {} | {verdict} | {what} | {:.1} |", row.program, row.package, row.lines, row.seconds)
}

/// All rows, the totals and the ranked reasons.
pub fn render(rows: &[Row]) -> String {
    let mut text =
        String::from("| program | package | lines | verdict | what | seconds |\n|---|---|---:|---|---|---:|\n");
    let mut reasons: BTreeMap<String, u32> = BTreeMap::new();
    let [mut proved, mut violated, mut confirmed, mut unknown, mut refused] = [0; 5];
    for row in rows {
        let _ = writeln!(text, "{}", line(row));
        match &row.answer {
            Answer::Proved => proved += 1,
            Answer::Violated(.., is) => {
                violated += 1;
                confirmed += u32::from(*is == Confirmed::Yes);
            }
            Answer::Unknown(reason) => {
                unknown += 1;
                *reasons.entry(kind(reason)).or_default() += 1;
            }
            Answer::Refused(why) => {
                refused += 1;
                *reasons.entry(kind(why)).or_default() += 1;
            }
        }
    }
    let _ = writeln!(
        text,
        "\n{} programs: {proved} proved, {violated} violated ({confirmed} confirmed), {unknown} unknown, {refused} refused\n",
        rows.len()
    );
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    text += "| programs | reason |\n|---:|---|\n";
    for (reason, count) in reasons {
        let _ = writeln!(text, "| {count} | {} |", reason.replace('|', "\\|"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_ranked_by_the_programs_that_they_stop() {
        let row = |answer| Row { package: "p", program: "a", lines: 3, answer, seconds: 1.25 };
        let rows = [
            row(Answer::Unknown("x.c:1:2: rare".to_owned())),
            row(Answer::Unknown("time limit of 3 s".to_owned())),
            row(Answer::Unknown("time limit of 9 s".to_owned())),
            row(Answer::Violated("shift".to_owned(), "a.c:1".to_owned(), Confirmed::Yes)),
            row(Answer::Proved),
        ];
        let text = render(&rows);
        assert!(text.contains("| a | p | 3 | violated | shift at a.c:1, confirmed | 1.2 |"), "{text}");
        assert!(text.contains("5 programs: 1 proved, 1 violated (1 confirmed), 3 unknown, 0 refused"), "{text}");
        assert!(text.ends_with("| 2 | time limit of # s |\n| 1 | … rare |\n"), "{text}");
    }
}
