//! Undefined behaviour as the competition's categories ask for it: `tests/behaviour/*.c`, each a safe program and, with a
//! macro, one with a realistic fault. The first line of a heading says the verdict, the second the property, and `// input:`
//! in the third the inputs with which gcc's sanitizers report the fault.
//!
//! No verdict is wrong, and most programs are decided with few steps and little work of solvers. Which of them are not is no
//! part of the test.

use crate::asked;

use cairn_base::Work;
use cairn_task::Property;
use cairn_tools::{TestProgram, programs_in, takes_file};
use cairn_verify::ReportedVerdict;
use std::path::Path;
use std::sync::Mutex;

/// Steps and work of solvers for a program, the same on every machine.
const STEPS: u64 = 20_000;
const WORK: Work = Work::thousands(1_000);

fn heading<'a>(text: &'a str, name: &str) -> &'a str {
    text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("no '{name}' in {text}")).trim()
}

#[test]
fn pairs_of_safe_and_unsafe_programs_are_told_apart() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/behaviour");
    let all = programs_in(&folder).into_iter().enumerate();
    let taken: Vec<_> = all.filter(|(index, one)| takes_file(&one.path, *index)).map(|(_, one)| one).collect();
    let (count, open) = (taken.len(), Mutex::new(taken));
    let (wrong, decided) = (Mutex::new(Vec::new()), Mutex::new(0));
    let work = || {
        loop {
            let Some(TestProgram { name, text, .. }) = open.lock().unwrap().pop() else { return };
            let property = Property::by_name(heading(&text, "// check:")).unwrap();
            let report = asked::ask_property(&name, &text, property, STEPS, WORK);
            let expected = heading(&text, "// expect:");
            if report.answer != ReportedVerdict::Unknown && report.answer.word() != expected {
                wrong.lock().unwrap().push(format!("{name}: {expected} expected, {} given", report.answer.word()));
            }
            *decided.lock().unwrap() += usize::from(report.answer.word() == expected);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    let (wrong, decided) = (wrong.into_inner().unwrap(), decided.into_inner().unwrap());
    assert!(wrong.is_empty(), "{} of {count} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count < 100 || decided * 10 >= count * 7, "{decided} of {count} are decided");
}
