//! Bodies of functions that use memory as C allows, or nearly.

use cairn_test_support::Random;

/// What bodies are written with.
pub const HEAD: &str = "\
extern void *malloc(unsigned long); extern void *calloc(unsigned long, unsigned long); extern void free(void *);
extern void *realloc(void *, unsigned long); extern void *memcpy(void *, const void *, unsigned long);
extern void *memset(void *, int, unsigned long); extern char *strcpy(char *, const char *);
extern unsigned long strlen(const char *);
struct record { char text[4]; int number; struct record *next; };
int low[9] = {1};
static int table[5] = {1, 2, 3, 4, 5};
int high[9] = {1};
static void ignore(int first, ...) { (void)first; }
static int *kept;
static void keep(int value) { int local = value; if (value > 3) kept = &local; }
static int element(const int *from, int index) { return from[index]; }
static void fill(char *to, int count) { for (int i = 0; i < count; i++) to[i] = 'x'; }
static int sum(const int *from, const int *end) { int all = 0; for (; from != end; from++) all ^= *from; return all; }";

/// Statements; `#` is a small number, `~` one that is mostly near 3, `$` one from 0 to 3.
const STATEMENTS: &[&str] = &[
    "a[~] = 2;",
    "(void)*(volatile int *)(a + ~);",
    "x ^= (*(volatile int *)(a + ~), 1);",
    "ignore(1, h[#]);",
    "x ^= table[#];",
    "for (int i = 0; i <= #; i++) x ^= table[i];",
    "x ^= *(&a[~]);",
    "p = &a[~]; x ^= *p;",
    "p = &table[#]; x ^= *p;",
    "g[~][1] = 4;",
    "x ^= g[1][x & 1];",
    "if (x >= 0 && x <= #) a[x] = 1;",
    "p = a; p[~] = 1;",
    "p = a + $; *p = 2;",
    "p = a + $; p[$] = 2;",
    "p = table; x ^= p[~];",
    "x ^= element(a, ~);",
    "x ^= element(table + 1, ~);",
    "h[#] = 'a';",
    "fill(h, #);",
    "fill(h + $, #);",
    "for (int i = 0; i <= #; i++) h[i] = i;",
    "free(h); h = malloc(8); h[0] = 0;",
    "free(h);",
    "free(h); h = 0;",
    "h = realloc(h, # + 4);",
    "if (h) h[#] = 1;",
    "memcpy(h, &r, #);",
    "memcpy(&r, h, #);",
    "memset(a, 0, # * sizeof(int));",
    "strcpy(h, \"seven77\");",
    "strcpy(h, \"eight888\");",
    "strcpy(r.text, \"abc\");",
    "h[7] = 0; x ^= strlen(h);",
    "q = &r; q->text[$] = 1;",
    "q = &r; q->number = 2;",
    "q = malloc(sizeof *q); q->next = 0; q->number = 1; r.next = q;",
    "if (r.next) free(r.next);",
    "if (r.next) { free(r.next); r.next = 0; }",
    "if (r.next) x ^= r.next->number;",
    "x ^= q->number;",
    "{ int in = 3; if (# > 5) p = &in; *p = 1; }",
    "*p = 4;",
    "keep(~); x ^= *kept;",
    "kept = a;",
    "x ^= sum(a, a + ~);",
    "x ^= sum(table, table + 5);",
    "free(&x);",
    "free(h + $);",
    "p = calloc(3, sizeof(int)); p[~] = 1;",
    "q = (struct record *)h; q->text[0] = 1;",
    "p = &x; *p = 3;",
];

fn number(random: &mut Random, mark: char) -> i64 {
    match mark {
        '#' => random.below(10) as i64,
        '~' => *random.pick(&[0, 1, 2, 3, 3, 3, 4, 4, -1]),
        _ => random.below(4) as i64,
    }
}

/// A body.
pub fn body(random: &mut Random) -> String {
    let mut text = String::from(
        "{\n  int a[4] = {1, 2, 3, 4}, g[2][3] = {{0}}, x = 0, *p = a;\n  struct record r = {\"abc\", 7, 0}, *q = &r;\n  char *h = malloc(8); h[0] = 0; kept = &x;\n",
    );
    for _ in 0..1 + random.below(4) {
        text += "  ";
        for letter in random.pick(STATEMENTS).chars() {
            match letter {
                '#' | '~' | '$' => text += &number(random, letter).to_string(),
                letter => text.push(letter),
            }
        }
        text += "\n";
    }
    text + "  return 0;\n}\n"
}
