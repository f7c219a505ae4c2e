//! The class of whole programs: arguments, input, output, tables of functions that only a static initialiser names,
//! numbers in text, addresses that are kept as numbers.
//!
//! Of the arguments no more than the first four are looked at: the others are not modelled as strings, so an execution that
//! reads one shows nothing.

use super::Class;

pub(super) const CLASSES: &[Class] = &[
    Class {
        name: "arguments",
        main: Some("int main(int argc, char **argv) {"),
        locals: &["if (argc > 4) return 0; int level = 0; char *name = argv[0];"],
        statements: &[
            "if (argc > 1) $v = argv[1][0];",
            "if (argc > 2 && argv[2][0]) argv[2][0] = $i;",
            "for (char **a$n = argv; *a$n; a$n++) level += **a$n == 'v';",
            "for (int a$n = 1; a$n < argc; a$n++) if (argv[a$n][0] == '-') $v += $k;",
            "if (argc > $k) name = argv[argc - 1];",
            "if (argc > 3) argv[1] = argv[3];",
            "while (argc > 1 && *argv[1] == 'x') { argv++; argc--; }",
            "level = argc;",
        ],
        integers: &[
            "argc",
            "level",
            "name[0]",
            "(argc > 1 ? argv[1][0] : 0)",
            "(argc > 1 && argv[1][0] ? argv[1][1] : 1)",
        ],
        variables: &["level"],
        conditions: &[
            "argc == 2",
            "argv[argc] == 0",
            "(argc > 1 && argv[1][0] == '-')",
            "name == argv[0]",
            "(argc > 2 && argv[1] == argv[2])",
        ],
        ..Class::EMPTY
    },
    Class {
        name: "streams",
        globals: &[
            "struct _IO_FILE; extern struct _IO_FILE *stdin, *stdout; extern int getchar(void), putchar(int);",
            "extern struct _IO_FILE *fopen(const char *, const char *); extern int fclose(struct _IO_FILE *);",
            "extern int fgetc(struct _IO_FILE *), feof(struct _IO_FILE *); extern char *getenv(const char *);",
            "extern char *fgets(char *, int, struct _IO_FILE *); extern int printf(const char *, ...);",
        ],
        locals: &["char line[4] = \"ab\"; int next = 0; struct _IO_FILE *file = stdin;"],
        statements: &[
            "next = getchar();",
            "if (next != -1) $v = next;",
            "if (fgets(line, 4, stdin)) $v = line[0];",
            "while ((next = getchar()) > 'a') { ¦ }",
            "if (file != stdin) fclose(file); file = fopen(\"f\", \"r\"); if (!file) return 0;",
            "next = fgetc(file);",
            "{ char *e$n = getenv(\"E\"); if (e$n) $v = *e$n; }",
            "$v = putchar($i);",
            "printf(\"%d %s\\n\", (int)($i), line);",
        ],
        integers: &["next", "line[0]", "line[2]", "(file == stdin)", "printf(\"%c\", next)"],
        variables: &["next"],
        conditions: &["next == -1", "feof(file)", "file != stdin", "line[1] == '\\n'", "getenv(\"E\") != 0"],
        ..Class::EMPTY
    },
    Class {
        name: "tables",
        globals: &[
            "static int table_seen;",
            "static int go_up(int by) { table_seen += by; return by; }",
            "static int go_down(int by) { table_seen -= by; return -by; }",
            "static int stay(int by) { table_seen = 7; return by & 1; }",
            "static const struct command { char letter; int (*run)(int); } commands[] = \
             {{'u', go_up}, {'d', go_down}, {'s', stay}};",
            "static int (*hooks[2])(int) = {go_down};",
            "int (*ext_hook)(int) = stay; static int *kept_at = &table_seen;",
        ],
        locals: &["const struct command *command = commands;"],
        statements: &[
            "command = &commands[($i) & 1];",
            "$v = command->run($i);",
            "for (int a$n = 0; a$n < 3; a$n++) if (commands[a$n].letter == ($i)) $v = commands[a$n].run($k);",
            "if (hooks[n & 1]) $v = hooks[n & 1]($k);",
            "hooks[1] = $c ? go_up : stay;",
            "if (ext_hook) $v = ext_hook($i);",
            "*kept_at = $i;",
            "command++; if (command == commands + 3) command = commands;",
        ],
        integers: &["table_seen", "command->letter", "(hooks[0] == go_down)", "(int)(command - commands)", "*kept_at"],
        variables: &["table_seen"],
        pointers: &["kept_at"],
        conditions: &["command == commands", "hooks[1] != 0", "command->run == stay", "ext_hook == stay"],
        ..Class::EMPTY
    },
    Class {
        name: "numbers-in-text",
        globals: &[
            "extern int atoi(const char *), snprintf(char *, unsigned long, const char *, ...);",
            "extern long strtol(const char *, char **, int); extern int isdigit(int), toupper(int);",
            "static const char *const texts[] = {\"12\", \"-3x\", \" +0x1f\", \"\"};",
        ],
        locals: &["char shown[6] = \"7\"; const char *text = texts[n & 3]; char *end = 0;"],
        statements: &[
            "text = texts[($i) & 3];",
            "$v = atoi(text);",
            "$v = strtol(text, &end, $c ? 10 : 16); $v += *end;",
            "$v = snprintf(shown, sizeof shown, \"%d\", (int)($i) & 4095);",
            "snprintf(shown, 3, \"%s%c\", texts[n & 1], 'a' + (n & 1));",
            "text = shown;",
            "shown[n & 1] = toupper('a' + (n & 3));",
        ],
        integers: &["atoi(text)", "shown[0]", "(end ? *end : 0)", "(int)strtol(texts[1], 0, 10)", "isdigit(text[0])"],
        variables: &["shown[1]"],
        conditions: &["isdigit(shown[0])", "atoi(shown) > $k", "text == shown", "(end && *end == 'x')"],
        ..Class::EMPTY
    },
    Class {
        name: "addresses-as-numbers",
        globals: &[
            "static double as_float; static long double as_wide; static long as_distance;",
            "static union { int *pointer; unsigned char bytes[sizeof(int *)]; } as_bytes;",
        ],
        locals: &["int carried = 3, elsewhere = 5; int *again = &elsewhere; as_bytes.pointer = &carried;"],
        statements: &[
            "as_float = (double)(unsigned long)$p; again = (int *)(unsigned long)as_float;",
            "as_wide = (long double)(unsigned long)$p; again = (int *)(unsigned long)as_wide;",
            "as_distance = (char *)$p - (char *)0; again = (int *)((char *)0 + as_distance);",
            "*again = $i;",
            "as_bytes.pointer = $p; again = as_bytes.pointer;",
            "as_bytes.bytes[$k] ^= 1; as_bytes.bytes[$k] ^= 1;",
            "carried = $i;",
        ],
        integers: &["carried", "*again", "(again == &carried)"],
        variables: &["carried"],
        pointers: &["again", "&carried"],
        conditions: &["again == &carried", "as_bytes.pointer == again", "as_distance == (char *)&carried - (char *)0"],
        ..Class::EMPTY
    },
];
