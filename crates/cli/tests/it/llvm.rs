//! Programs in LLVM's assembly and bitcode: no verdict on what clang compiled without optimisation contradicts that of the
//! C front end on the programs of `verdicts/`; without the feature there is an error that says how to build it.

use crate::cairn;

use cairn::{Folder, cairn};

#[cfg(not(feature = "llvm"))]
#[test]
fn without_llvm_the_error_says_what_to_do() {
    let here = Folder::new(&[("module.ll", b"define i32 @main() {\n  ret i32 0\n}\n")]);
    let ended = cairn(&here, &["verify", "module.ll"], &[]);
    assert_ne!(ended.code, 0);
    assert!(ended.err.contains("built without LLVM"), "{}", ended.err);
    assert!(ended.err.contains("--features llvm"), "{}", ended.err);
}

#[cfg(feature = "llvm")]
mod with_llvm {
    use super::*;
    use rayon::prelude::*;
    use std::path::{Path, PathBuf};
    use std::process::Command;

    /// Programs whose module says something else than their text, and why.
    const EXCEPTIONS: &[(&str, &str)] = &[
        ("storage_order_attribute_unknown", "clang ignores the attribute"),
        ("storage_order_pragma_unknown", "clang ignores the pragma"),
    ];

    /// Each so many-th program is tried; all of them take minutes.
    const EVERY: usize = 5;

    fn compile(level: &str, source: &Path, to: &Path) -> bool {
        let arguments = [level, "-g", "-w", "-c", "-emit-llvm", "-o"];
        let ended = Command::new("clang-19").args(arguments).arg(to).arg(source).output();
        ended.is_ok_and(|ended| ended.status.success())
    }

    /// The verdict that is expected, and the one that is found.
    fn verdicts(source: &Path) -> Option<(String, String)> {
        let text = std::fs::read_to_string(source).unwrap();
        let expected = text.lines().next()?.strip_prefix("// expect:")?.trim().to_owned();
        let stem = source.file_stem().unwrap().to_string_lossy().into_owned();
        if EXCEPTIONS.iter().any(|(name, _)| *name == stem) || text.contains("\n// flags:") {
            return None;
        }
        let here = Folder::new(&[]);
        let module = here.path("module.bc");
        if !compile("-O0", source, &module) {
            return None;
        }
        let ended = cairn(&here, &["verify", "--time-limit", "4s", "module.bc"], &[]);
        let found = ended.out.lines().find_map(|line| line.strip_prefix("Verification result: "));
        let found = found.and_then(|line| line.split([',', '.']).next()).unwrap_or("none").to_owned();
        Some((expected, if found == "none" { format!("none: {}", ended.err) } else { found }))
    }

    /// A label is debug information of a module: without it nothing can be said of the label.
    #[test]
    fn a_label_that_the_module_does_not_know_is_no_proof() {
        if !cairn_tools::needs(cairn_tools::Tool::Clang) {
            return;
        }
        let text = "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  if (__VERIFIER_nondet_int() == 7)\n    \
                    goto ERROR;\n  return 0;\nERROR:\n  return 1;\n}\n";
        let label = "CHECK( init(main()), LTL(G ! label(ERROR)) )\n";
        let other = "CHECK( init(main()), LTL(G ! label(NOWHERE)) )\n";
        let files = [("a.c", text.as_bytes()), ("label.prp", label.as_bytes()), ("other.prp", other.as_bytes())];
        let here = Folder::new(&files);
        for (debug, property, code) in
            [("-g", "label.prp", 1), ("-g0", "label.prp", 3), ("-g", "other.prp", 3), ("-g0", "other.prp", 3)]
        {
            let arguments = ["-O0", debug, "-w", "-c", "-emit-llvm", "-o"];
            let ended = Command::new("clang-19").args(arguments).arg(here.path("a.bc")).arg(here.path("a.c")).output();
            assert!(ended.unwrap().status.success());
            let ended = cairn(&here, &["verify", "--property", property, "a.bc"], &[]);
            assert_eq!(ended.code, code, "{debug}, {property}: {ended:?}");
            assert!(code != 3 || ended.out.contains("does not say where the label"), "{ended:?}");
        }
    }

    #[test]
    fn no_verdict_contradicts_that_on_the_source() {
        if !cairn_tools::needs(cairn_tools::Tool::Clang) {
            return;
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verdicts");
        let mut sources: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        sources.retain(|source| source.extension().is_some_and(|extension| extension == "c"));
        sources.sort();
        let chosen: Vec<&PathBuf> = sources.iter().step_by(EVERY).collect();
        let found: Vec<(&PathBuf, (String, String))> =
            chosen.par_iter().filter_map(|source| Some((*source, verdicts(source)?))).collect();
        let contradicts = |expected: &str, found: &str| match found {
            "TRUE" => expected == "FALSE",
            "FALSE" => expected == "TRUE",
            "UNKNOWN" => false,
            _ => true,
        };
        let wrong: Vec<_> = found.iter().filter(|(_, (expected, found))| contradicts(expected, found)).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
        let same = found.iter().filter(|(_, (expected, found))| expected == found).count();
        assert!(same * 10 >= found.len() * 6, "only {same} of {} have the verdict of the source", found.len());
    }

    #[test]
    fn calls_that_were_inlined_are_not_forgotten() {
        let text = "extern int __VERIFIER_nondet_int(void);\nextern void abort(void);\n\
                    void reach_error(void) { abort(); }\n\
                    int main(void) { if (__VERIFIER_nondet_int() == 3) reach_error(); return 0; }\n";
        let safe = text.replace("== 3", "== 3 && 0");
        let here = Folder::new(&[("bug.c", text.as_bytes()), ("safe.c", safe.as_bytes())]);
        // `abort` ends each copy of the function; in the second program there is none outside of it.
        for (name, expected) in [("bug", "FALSE"), ("safe", "TRUE")] {
            let (source, module) = (here.path(&format!("{name}.c")), here.path(&format!("{name}.bc")));
            if !compile("-O2", &source, &module) {
                return;
            }
            let ended = cairn(&here, &["verify", "--time-limit", "20s", module.to_str().unwrap()], &[]);
            assert!(ended.out.contains(&format!("Verification result: {expected}")), "{name}: {}", ended.out);
        }
    }

    /// Without debug information a copy is known by the call that it ends with, when that names the function.
    #[test]
    fn inlined_copies_are_known_by_the_call_that_ends_them() {
        if !cairn_tools::needs(cairn_tools::Tool::Clang) {
            return;
        }
        let declared = "extern int __VERIFIER_nondet_int(void);\nextern void abort(void);\n\
                        extern void __assert_fail(const char *, const char *, unsigned, const char *) \
                        __attribute__((noreturn));\n";
        let named = "static inline __attribute__((always_inline)) void reach_error(void) \
                     { __assert_fail(\"0\", \"a.c\", 4, \"reach_error\"); }\n";
        let unnamed = "void reach_error(void) { abort(); }\n";
        let empty = "void reach_error(void) {}\n";
        let main = |condition: &str, then: &str| {
            format!(
                "int main(void) {{ int x = __VERIFIER_nondet_int(); if (x > 10 && {condition}) {then}; \
                 if (x == 7) __assert_fail(\"x != 7\", \"a.c\", 9, \"main\"); return 0; }}\n"
            )
        };
        let cases = [
            (named, main("x == 20", "reach_error()"), 1),
            (named, main("x == 5", "reach_error()"), 0),
            // Whose call of abort this is cannot be told.
            (unnamed, main("x == 20", "abort()"), 3),
            (unnamed, main("x == 20", "reach_error()"), 3),
            (empty, main("x == 5", "reach_error()"), 3),
        ];
        for (index, (error, main, code)) in cases.iter().enumerate() {
            let property = b"CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
            let text = format!("{declared}{error}{main}");
            let here = Folder::new(&[("a.c", text.as_bytes()), ("a.prp", property)]);
            for level in ["-O1", "-O2"] {
                let arguments = [level, "-w", "-c", "-emit-llvm", "-o"];
                let ended =
                    Command::new("clang-19").args(arguments).arg(here.path("a.bc")).arg(here.path("a.c")).output();
                assert!(ended.unwrap().status.success());
                let ended = cairn(&here, &["verify", "--property", "a.prp", "--time-limit", "20s", "a.bc"], &[]);
                assert_eq!(ended.code, *code, "case {index} {level}: {ended:?}");
            }
        }
    }

    #[test]
    fn places_are_those_of_the_source() {
        let text =
            "extern void reach_error(void);\nint main(void) {\n  int x = 4;\n\n    if (x == 4) reach_error();\n}\n";
        let here = Folder::new(&[("bug.c", text.as_bytes())]);
        let (source, module) = (here.path("bug.c"), here.path("bug.bc"));
        if !compile("-O0", &source, &module) {
            return;
        }
        let ended = cairn(&here, &["verify", "bug.bc"], &[]);
        let line = ended.out.lines().find(|line| line.trim_start().starts_with("5 |"));
        assert!(line.is_some_and(|line| line.contains("x == 4")), "{}", ended.out);
        let broken = Folder::new(&[("broken.ll", b"define i32 @main( {\n")]);
        let ended = cairn(&broken, &["verify", "broken.ll"], &[]);
        assert!(ended.err.contains("broken.ll is no module of LLVM 19"), "{}", ended.err);
    }
}
