//! Tests of truth: what Cairn's front end says of types, layouts and constants, gcc must confirm, and the other way
//! round.
//!
//! Cairn compiles declarations (hand-written ones in `declarations/`, and generated ones); from its type tables come
//! `_Static_assert`s, which gcc checks under -m32 and -m64, and for ARM and with flags such as -funsigned-char. The same text must pass Cairn's own evaluation of
//! `_Static_assert`, and with one number changed both must reject it. Positions of bit-fields, which no constant
//! expression gives, are read off a compiled program that fills each field with ones.

mod expressions;
mod gcc;
mod layout;
mod records;

use cairn_base::choice::OptionValue;
use cairn_front_c::{FrontEndOptions, Input, compile};
use cairn_ir::types::MachineModel;
use cairn_ir::{Program, VarKind, format_type};
use cairn_test_support::Random;
use cairn_tools::{Tool, needs};

const MODELS: [MachineModel; 2] = [MachineModel::Ilp32, MachineModel::Lp64];

/// Models of which gcc is only asked what it takes: nothing is run.
fn further() -> Vec<MachineModel> {
    let flagged = ["LP64+unsigned-char+short-enums+short-wchar", "ILP32+short-enums"];
    let arm = ["ARM32", "ARM32+signed-char+no-short-enums"];
    let mut words = flagged.to_vec();
    if needs(Tool::GccArm) {
        words.extend(arm);
    }
    words.into_iter().map(|word| MachineModel::parse(word).unwrap()).collect()
}

/// Compiles a text without a `main`, which is added; the errors as text.
fn cairn(text: &str, model: MachineModel) -> Result<Program, String> {
    let input = Input { name: "truth.c".into(), text: format!("{text}\nint main(void) {{ return 0; }}\n").into() };
    compile(&[input], &FrontEndOptions::new(model, "main"))
        .map_err(|e| e.diagnostics.iter().map(|d| d.render(&e.sources)).collect())
}

#[track_caller]
fn must_compile(name: &str, text: &str, model: MachineModel) -> Program {
    cairn(text, model).unwrap_or_else(|e| panic!("{name} under {model:?}: gcc accepts it, Cairn does not:\n{e}"))
}

fn declarations() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/gcc_truth/declarations");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    let read = |p: &std::path::PathBuf| {
        (p.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read_to_string(p).unwrap())
    };
    paths.iter().map(read).collect()
}

fn generated(model: MachineModel) -> Vec<(String, String)> {
    (0..8).map(|seed| (format!("generated {seed}"), records::generate(seed, 60, model))).collect()
}

/// gcc accepts the layouts, Cairn accepts the text that says them, and both reject a wrong number.
fn check_layouts(files: &[(String, String)], model: MachineModel) {
    for (name, text) in files {
        gcc::accepts(text, model).unwrap_or_else(|e| panic!("{name} under {model:?} is not what gcc takes:\n{e}"));
        let program = must_compile(name, text, model);
        let asserts = layout::asserts(&program);
        assert!(asserts.len() > 10, "{name}: {} assertions", asserts.len());
        let with = format!("{text}\n{}", asserts.join("\n"));
        gcc::accepts(&with, model).unwrap_or_else(|e| panic!("{name} under {model:?}: gcc says otherwise:\n{e}"));
        must_compile(name, &with, model);
        for i in (0..asserts.len()).step_by(asserts.len() / 3 + 1) {
            let wrong = format!("{text}\n{}", asserts[i].replacen(" ==", " + 1 ==", 1));
            assert!(gcc::accepts(&wrong, model).is_err(), "{name}: gcc accepts {}", asserts[i]);
            assert!(cairn(&wrong, model).is_err(), "{name}: Cairn accepts the negation of {}", asserts[i]);
        }
    }
}

fn check_bit_fields(files: &[(String, String)], model: MachineModel) {
    for (name, text) in files {
        let program = must_compile(name, text, model);
        let fields = layout::bit_fields(&program);
        if fields.is_empty() {
            continue;
        }
        let Some(answers) = gcc::run(&layout::dump_program(text, &fields), model) else {
            return;
        };
        let expected: Vec<String> = fields.iter().map(layout::expected_dump).collect();
        let found: Vec<&str> = answers.lines().collect();
        for (expected, found) in expected.iter().zip(&found) {
            assert_eq!(expected, found, "{name} under {model:?}: Cairn's answer and gcc's");
        }
        assert_eq!(expected.len(), found.len());
    }
}

#[test]
fn layouts_of_declarations() {
    MODELS.into_iter().for_each(|model| check_layouts(&declarations(), model));
    for model in further() {
        let is_taken = |(_, text): &(String, String)| gcc::accepts(text, model).is_ok();
        let taken: Vec<_> = declarations().into_iter().filter(is_taken).collect();
        assert!(2 * taken.len() > declarations().len(), "{model:?}: only {}", taken.len());
        check_layouts(&taken, model);
    }
}

#[test]
fn layouts_of_generated_records() {
    MODELS.into_iter().chain(further()).for_each(|model| check_layouts(&generated(model), model));
}

#[test]
fn bit_fields_of_declarations() {
    MODELS.into_iter().for_each(|model| check_bit_fields(&declarations(), model));
}

#[test]
fn bit_fields_of_generated_records() {
    MODELS.into_iter().for_each(|model| check_bit_fields(&generated(model), model));
}

#[test]
fn types_of_expressions() {
    for model in MODELS.into_iter().chain(further()) {
        for seed in 0..4 {
            let candidates = expressions::generate_typed(&mut Random::new(seed), 700);
            let wrap = |e: &str| format!("__typeof__({e}) *probe;");
            let good = gcc::accepted_lines(expressions::VARIABLES, &candidates, wrap, model);
            assert!(good.len() > 200, "gcc takes {} of the expressions", good.len());
            let mut text = String::from(expressions::VARIABLES);
            for (i, e) in good.iter().enumerate() {
                text.push_str(&format!("__typeof__({e}) *probe_{i};\n"));
            }
            let program = must_compile("probes", &text, model);
            let mut asserts = String::new();
            let mut count = 0;
            for (_, var) in program.vars.iter_ids().filter(|(_, v)| v.kind == VarKind::Static) {
                let Some(i) = var.name.strip_prefix("probe_").and_then(|i| i.parse::<usize>().ok()) else { continue };
                let ty = format_type(&program.types, program.types.pointee(var.ty).unwrap());
                let e = &good[i];
                let quoted = e.replace('\\', "\\\\").replace('"', "\\\"");
                count += 1;
                asserts.push_str(&format!(
                    "_Static_assert(__builtin_types_compatible_p(__typeof__({e}), {ty}), \"{quoted} is not {ty}\");\n\
                     _Static_assert(sizeof({e}) == sizeof({ty}), \"another size than {ty}\");\n"
                ));
                // The controlling expression of a _Generic decays; so must the type that is to match.
                if ty != "void" && !ty.contains('[') && !ty.starts_with("struct") && !ty.starts_with("union") {
                    asserts.push_str(&format!(
                        "_Static_assert(_Generic(({e}), {ty}: 1, default: 0), \"{quoted} is not {ty}\");\n"
                    ));
                }
            }
            assert_eq!(count, good.len(), "every probe is a variable of the program");
            let with = format!("{}{asserts}", expressions::VARIABLES);
            gcc::accepts(&with, model)
                .unwrap_or_else(|e| panic!("seed {seed} under {model:?}: gcc says otherwise:\n{e}"));
            must_compile("assertions", &with, model);
        }
    }
}

#[test]
fn values_of_constant_expressions() {
    for model in MODELS {
        for seed in 100..104 {
            let candidates = expressions::generate_constant(&mut Random::new(seed), 400);
            // What overflows or divides by zero is warned of, and is no constant to compare.
            let wrap = |e: &str| format!("enum {{ probe = ({e}) != 0 }};");
            let good = gcc::accepted_lines(expressions::ENUMS, &candidates, wrap, model);
            assert!(good.len() > 150, "gcc takes {} of the expressions", good.len());
            let print = |e: &String| format!("printf(\"%lld\\n\", (long long)({e}));\n");
            let body: String = good.iter().map(print).collect();
            let text = format!(
                "int printf(const char *, ...);\n{}\nint main(void) {{\n{body}return 0;\n}}\n",
                expressions::ENUMS
            );
            let Some(answers) = gcc::run(&text, model) else { return };
            assert_eq!(answers.lines().count(), good.len());
            let mut asserts = String::from(expressions::ENUMS);
            for (e, value) in good.iter().zip(answers.lines()) {
                let value = if value == i64::MIN.to_string() {
                    format!("({}LL - 1)", i64::MIN + 1)
                } else {
                    format!("{value}LL")
                };
                asserts.push_str(&format!("_Static_assert((long long)({e}) == {value}, \"is {value}\");\n"));
            }
            gcc::accepts(&asserts, model).unwrap_or_else(|e| panic!("gcc contradicts itself:\n{e}"));
            must_compile("constants", &asserts, model);
            let wrong = asserts.replacen("_Static_assert((long long)", "_Static_assert(1 + (long long)", 1);
            assert!(cairn(&wrong, model).is_err(), "a wrong value is accepted");
        }
    }
}

/// The value of an assignment to a bit-field, and of a comma, has the width of the bit-field, and gcc's size of it.
#[test]
fn sizes_of_values_of_bit_fields() {
    let fields: Vec<String> = [("int", 32), ("unsigned long long", 64), ("_Bool", 1), ("unsigned char", 8)]
        .iter()
        .flat_map(|(ty, most)| (1..=*most).step_by(3).map(move |width| (ty, width)))
        .enumerate()
        .map(|(number, (ty, width))| format!("{ty} f{number} : {width};"))
        .collect();
    let record = format!("struct {{ {} }} s;", fields.join(" "));
    let forms =
        ["0, s.F", "s.F = 1", "s.F += 1", "++s.F", "s.F++", "0, s.F = 1", "+s.F", "1 ? s.F : s.F", "(0, s.F) + 0"];
    let of = |number: usize| forms.iter().map(move |form| form.replace('F', &format!("f{number}")));
    let all: Vec<String> = (0..fields.len()).flat_map(of).collect();
    for model in MODELS {
        let body: String = all.iter().map(|e| format!("printf(\"%d\\n\", (int)sizeof({e}));\n")).collect();
        let text = format!("int printf(const char *, ...);\n{record}\nint main(void) {{\n{body}return 0;\n}}\n");
        let Some(answers) = gcc::run(&text, model) else { return };
        let sizes = all.iter().zip(answers.lines());
        let asserts: String =
            sizes.map(|(e, size)| format!("_Static_assert(sizeof({e}) == {size}, \"{size}\");\n")).collect();
        must_compile("sizes", &format!("{record}\n{asserts}"), model);
    }
    assert!(cairn(&format!("{record}\nint n = sizeof(s.f0);\n"), MODELS[0]).is_err(), "a bit-field has no size");
}
