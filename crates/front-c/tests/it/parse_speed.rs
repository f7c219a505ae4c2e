//! Speed and memory of the parser on a file of several megabytes, on request:
//! `cargo test --release -p cairn-front-c --test it parse_speed -- --ignored --nocapture`.

use cairn_base::{SourceMap, resident_memory};
use cairn_front_c::parse::{parse, parse_items};
use cairn_front_c::symbols::Symbols;
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Instant;

/// Code of the kinds that real programs are made of, with names of its own for each `n`.
fn program(bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 4096);
    for n in 0.. {
        if text.len() >= bytes {
            break;
        }
        let _ = write!(
            text,
            r#"
# {n} "part{n}.c"
struct node_{n} {{
  struct node_{n} *next;
  unsigned int flags : 3, kind : 5;
  char name[32];
  union {{ long number; double real; void *pointer; }} value;
}};
typedef struct node_{n} node_{n}_t;
enum state_{n} {{ IDLE_{n} = 1, BUSY_{n} = IDLE_{n} << 1, DONE_{n} }};
static const unsigned short table_{n}[16] = {{ 0x10, 0x20, 0x30, 0x40, 5, 6, 7, 8, [12] = 9, 10 }};
extern int external_{n}(const char *format, ...) __attribute__((format(printf, 1, 2)));
static int step_{n}(node_{n}_t *list, int limit, enum state_{n} *state)
{{
  int count = 0;
  unsigned long sum = 0UL;
  node_{n}_t *node;

  for (node = list; node != (node_{n}_t *)0 && count < limit; node = node->next) {{
    if ((node->flags & 0x2) != 0 || node->kind == 3) {{
      sum += (unsigned long)table_{n}[count % 16] * 2 + sizeof(node_{n}_t);
      continue;
    }} else if (node->value.number < 0L) {{
      *state = DONE_{n};
      external_{n}("negative %ld at %d\n", node->value.number, count);
      goto out;
    }}
    switch (*state) {{
    case IDLE_{n}:
      *state = BUSY_{n};
      break;
    case BUSY_{n}:
      sum ^= sum << 3 | (sum >> 5 & 0xffUL);
      break;
    default:
      return -1;
    }}
    count++;
  }}
out:
  return (int)(sum % 1000UL) + (limit > 0 ? count : -count);
}}
"#
        );
    }
    text
}

#[test]
#[ignore = "a measurement, for release builds"]
fn speed_and_memory() {
    let text: std::sync::Arc<str> = program(5_000_000).into();
    let megabytes = text.len() as f64 / 1e6;
    let mut out = std::io::stderr();
    let mut best = [f64::MAX; 2];
    let mut memory = 0;
    for _ in 0..5 {
        let before = resident_memory::resident_bytes().unwrap_or(0);
        let mut sources = SourceMap::new();
        let file = sources.add("big.c", text.clone()).unwrap();
        let mut symbols = Symbols::new();
        let start = Instant::now();
        let unit = parse(&mut sources, file, &mut symbols).unwrap();
        best[0] = best[0].min(start.elapsed().as_secs_f64());
        memory = memory.max(resident_memory::resident_bytes().unwrap_or(0).saturating_sub(before));
        drop(unit);

        let mut sources = SourceMap::new();
        let file = sources.add("big.c", text.clone()).unwrap();
        let start = Instant::now();
        let mut items = 0;
        parse_items(&mut sources, file, &mut Symbols::new(), |_, _, _| {
            items += 1;
            Ok(())
        })
        .unwrap();
        best[1] = best[1].min(start.elapsed().as_secs_f64());
        assert!(items > 1000);
    }
    let per_byte = memory as f64 / text.len() as f64;
    let _ = writeln!(out, "{megabytes:.1} MB: {:.1} MB/s, tree of {per_byte:.0} bytes a byte", megabytes / best[0]);
    let _ = writeln!(out, "item by item: {:.1} MB/s", megabytes / best[1]);
    assert!(megabytes / best[0] > 5.0);
    assert!(per_byte < 100.0);
}
