//! Calls of the library: strings and characters.

use super::Class;

pub(super) const CLASSES: &[Class] = &[Class {
    name: "strings",
    globals: &[
        "extern unsigned long strlen(const char *); extern int strcmp(const char *, const char *);",
        "extern char *strcpy(char *, const char *); extern char *strchr(const char *, int); extern int abs(int);",
        "extern int strncmp(const char *, const char *, unsigned long); extern char *strncpy(char *, const char *, unsigned long);",
        "static const char *const words[] = {\"\", \"a\", \"ab\\xff\", \"b\"};",
    ],
    locals: &["char st[6] = \"ab\"; const char *sw = words[n & 3];"],
    statements: &[
        "st[$k & 3] = $i;",
        "sw = words[($i) & 3];",
        "strcpy(st, sw);",
        "sw = st;",
        "strncpy(st, sw, 3);",
        "$v = abs($i);",
        "{ char *c$n = strchr(st, 'b'); if (c$n) { *c$n = $i; } }",
        "$v = strlen(sw);",
        "st[5] = 0;",
    ],
    integers: &[
        "(int)strlen(sw)",
        "st[1]",
        "sw[0]",
        "(strcmp(sw, \"a\") > 0)",
        "(strncmp(st, sw, 1) == 0)",
        "(int)strlen(words[2])",
        "(unsigned char)words[2][2]",
    ],
    variables: &["st[0]", "st[1]"],
    conditions: &["sw == st", "strcmp(st, sw) == 0", "*sw", "strchr(sw, 'a') != 0"],
    ..Class::EMPTY
}];
