//! Options: one that has no effect with the analysis is refused, and blocks that a user lists may begin anywhere.

use crate::asked;

use asked::verify;
use cairn_options::{Analysis, Capability, Configuration, TABLE, table};
use cairn_verify::{Cause, ReportedVerdict};

/// Every option beside the analyses that read it; see there.
const READERS: &str = include_str!("../options/readers.txt");
/// A program for blocks of lines.
const LINES: &str = include_str!("../options/lines.c");

#[test]
fn an_option_that_the_analysis_does_not_read_is_refused() {
    let lines: Vec<&str> = READERS.lines().filter(|line| !line.starts_with('#')).collect();
    let mut seen = Vec::new();
    for line in lines {
        let (setting, readers) = line.split_once(": ").unwrap();
        let (name, value) = setting.split_once(' ').unwrap();
        let readers: Vec<&str> = readers.split(' ').collect();
        seen.push(name);
        for analysis in Analysis::ALL.iter().filter(|_| name != "analysis") {
            let word = analysis.word();
            let mut configuration = Configuration::defaults().unwrap();
            for (name, value) in [("analysis", word), (name, value)] {
                (table::row(name).unwrap().set)(&mut configuration, value).unwrap();
            }
            let is_read = readers == ["all"] || readers.contains(&word);
            match table::refusal(&configuration) {
                Some(why) => {
                    assert!(!is_read, "{name} with {word}: {why}");
                    assert!(why.contains(name) && why.contains(word), "{name} with {word}: {why}");
                }
                None => assert!(is_read, "{name} with {word} is not refused"),
            }
        }
    }
    let all: Vec<&str> = TABLE.iter().map(|row| row.name).collect();
    assert_eq!(seen, all, "readers.txt has all options in the order of the table");
}

#[test]
fn what_is_refused_is_the_reason_of_unknown() {
    let text = "int f(void) { return 0; }\nint main(void) { return f(); }\n";
    for analysis in Analysis::ALL.iter().filter(|analysis| !analysis.can(Capability::Blocks)) {
        let report = verify("program.c", text, &[("analysis", analysis.word()), ("bam.blocks", "functions")], None);
        let refused = report.reasons.iter().find(|reason| reason.cause == Cause::Refused);
        assert!(refused.is_some_and(|reason| reason.text.contains("bam.blocks")), "{analysis:?}: {:?}", report.reasons);
        assert_eq!(report.answer, ReportedVerdict::Unknown);
    }
}

#[test]
fn a_block_of_lines_begins_where_the_predicate_analysis_has_an_abstraction() {
    let lists = ["lines f 6 9\n", "lines main 17 18\nlines f 10 11\n", "function f\nlines f 7 8\nlines main 17 18\n"];
    for (number, list) in lists.iter().enumerate() {
        let path = std::env::temp_dir().join(format!("cairn-blocks-{}-{number}", std::process::id()));
        std::fs::write(&path, list).unwrap();
        for analysis in ["predicate", "value-predicate"] {
            for (bound, expected) in [("1", ReportedVerdict::True), ("2", ReportedVerdict::False)] {
                let text = LINES.replace("t != 1", &format!("t != {bound}"));
                let options = [("analysis", analysis), ("bam.blocks", path.to_str().unwrap())];
                let report = verify("lines.c", &text, &options, None);
                let broken = report.reasons.iter().any(|reason| reason.cause == Cause::Internal);
                assert!(!broken, "{list}{analysis}, {bound}: {:?}", report.reasons);
                assert!(
                    [expected, ReportedVerdict::Unknown].contains(&report.answer),
                    "{list}{analysis}, {bound}: {:?}",
                    report.reasons
                );
                if number == 0 && analysis == "predicate" {
                    assert_eq!(report.answer, expected, "{list}{bound}: {:?}", report.reasons);
                }
            }
        }
        std::fs::remove_file(path).unwrap();
    }
}
