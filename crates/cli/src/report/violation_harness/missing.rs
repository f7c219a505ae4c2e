//! The names of a program that no file of it defines and no system has: a linker asks for it even where the execution
//! never comes by.
//!
//! All definitions are weak, so one that the user links stands. They carry their name for the linker only: the compiler
//! knows some of them by another type.

use cairn_ir::Program;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Functions that Cairn models and no C library has.
const ELSEWHERE: &[(&str, &str)] = &[
    ("kmalloc", "void *NAME(unsigned long size) {\n    return malloc(size);\n}"),
    ("__kmalloc", "void *NAME(unsigned long size) {\n    return malloc(size);\n}"),
    ("kmalloc_node", "void *NAME(unsigned long size) {\n    return malloc(size);\n}"),
    ("kzalloc", "void *NAME(unsigned long size) {\n    return calloc(1, size);\n}"),
    ("kzalloc_node", "void *NAME(unsigned long size) {\n    return calloc(1, size);\n}"),
    ("kcalloc", "void *NAME(unsigned long count, unsigned long size) {\n    return calloc(count, size);\n}"),
    ("vmalloc", "void *NAME(unsigned long size) {\n    return malloc(size);\n}"),
    ("vzalloc", "void *NAME(unsigned long size) {\n    return calloc(1, size);\n}"),
    ("kfree", "void NAME(const void *object) {\n    free((void *)object);\n}"),
    ("vfree", "void NAME(const void *object) {\n    free((void *)object);\n}"),
    ("kvfree", "void NAME(const void *object) {\n    free((void *)object);\n}"),
    ("kzfree", "void NAME(const void *object) {\n    free((void *)object);\n}"),
    ("printk", "int NAME(const char *format, ...) {\n    (void)format;\n    return 0;\n}"),
    ("__VERIFIER_nondet_memory", "void NAME(void *to, unsigned long size) {\n    memset(to, 0, size);\n}"),
    (
        "klee_make_symbolic",
        "void NAME(void *to, unsigned long size, const char *name) {\n    (void)name;\n    memset(to, 0, size);\n}",
    ),
    ("klee_assume", "void NAME(unsigned long holds) {\n    if (!holds) exit(0);\n}"),
    ("assert", "void NAME(int holds) {\n    if (!holds) abort();\n}"),
];

/// Definitions of all that is missing but for what is `given` otherwise.
pub fn definitions(program: &Program, given: &BTreeSet<&str>) -> String {
    let mut text = String::new();
    let is_declared =
        |name: &str| program.function_named(name).is_some_and(|function| !super::has_own_body(program, function));
    for (name, definition) in ELSEWHERE.iter().filter(|(name, _)| !given.contains(name) && is_declared(name)) {
        let _ = write!(text, "\n__attribute__((weak)) {}\n", definition.replace("NAME", name));
    }
    for name in program.outside.missing.iter().filter(|name| !given.contains(name.as_str())) {
        let _ = write!(
            text,
            "\nlong long missing_{name}(void) __asm__(\"{name}\");\n__attribute__((weak)) long long missing_{name}(void) \
             {{\n    return 0;\n}}\n"
        );
    }
    for (name, size) in &program.outside.missing_objects {
        let size = (*size).max(1);
        let _ = write!(text, "\n__attribute__((weak, aligned(16))) unsigned char {name}[{size}];\n");
    }
    text
}
