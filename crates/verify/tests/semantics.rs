//! What programs mean, and that every analysis agrees: `tests/semantics/*.c`, each with its verdict in the first line
//! (`// expect: TRUE`). Lines `// option: name=value` set options, `// property: f` make calls of `f` the violation.
//!
//! The default must give the verdict, but for a tenth that a busy machine may leave undecided. No analysis may contradict it; that it gives UNKNOWN is no contradiction. Where
//! UNKNOWN is expected, something is not modelled, and no analysis may pass over it.

mod asked;

use asked::ask;
use cairn_verify::Answer;
use std::path::Path;

/// All analyses beside the default, each in its configurations.
const ANALYSES: &[&[(&str, &str)]] = &[
    &[("analysis", "value")],
    &[("analysis", "value"), ("value.refinement", "none")],
    &[("analysis", "predicate")],
    &[("analysis", "predicate"), ("encoding", "bit-vector")],
    &[("analysis", "value-predicate")],
    &[("analysis", "impact")],
    &[("analysis", "bmc")],
    &[("analysis", "k-induction")],
    &[("analysis", "interval")],
    &[("analysis", "random-testing")],
    &[("analysis", "value"), ("bam.blocks", "functions")],
    &[("analysis", "value"), ("bam.blocks", "loops")],
    &[("analysis", "predicate"), ("bam.blocks", "functions")],
    &[("analysis", "predicate"), ("bam.blocks", "loops")],
    &[("analysis", "interval"), ("bam.blocks", "functions")],
];

/// The values of heading lines.
fn headings<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    text.lines().filter_map(|line| line.strip_prefix(name)).map(str::trim).collect()
}

#[test]
fn every_analysis_agrees_on_what_programs_mean() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/semantics");
    let mut programs: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    programs.sort();
    let (mut wrong, mut undecided) = (Vec::new(), Vec::new());
    for program in &programs {
        let text = std::fs::read_to_string(program).unwrap();
        let name = program.file_name().unwrap().to_str().unwrap();
        let [expected] = headings(&text, "// expect:")[..] else { panic!("{name} says not what to expect") };
        let options: Vec<(&str, &str)> =
            headings(&text, "// option:").iter().map(|line| line.split_once('=').unwrap()).collect();
        let functions = headings(&text, "// property:");
        let answer = |more: &[(&str, &str)]| {
            let options: Vec<_> = options.iter().chain(more).copied().collect();
            ask(name, &text, &options, &functions).answer
        };
        let default = answer(&[]);
        if default == Answer::Unknown && expected != "UNKNOWN" {
            undecided.push(name.to_owned());
        } else if default.word() != expected {
            wrong.push(format!("{name}: expected {expected}, got {}", default.word()));
        }
        for analysis in ANALYSES {
            let given = answer(analysis);
            if given != Answer::Unknown && given.word() != expected {
                wrong.push(format!("{name}: expected {expected}, got {} by {analysis:?}", given.word()));
            }
        }
    }
    assert!(undecided.len() * 10 <= programs.len(), "undecided by default: {undecided:?}");
    assert!(wrong.is_empty(), "{} of {} programs:\n{}", wrong.len(), programs.len(), wrong.join("\n"));
}
