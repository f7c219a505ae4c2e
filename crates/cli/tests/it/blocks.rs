//! Block-abstraction memoization from the command line: `--option bam.blocks=…`, its figures and drawings, and
//! `cairn cfa --blocks`.

use crate::cairn;

use cairn::{Folder, cairn};

const EVEN: &[u8] = b"extern void reach_error(void);
int odd(unsigned n);
int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int main(void) {
  for (int i = 0; i < 2; i++)
    if (!even(8))
      reach_error();
  return 0;
}
";

#[test]
fn a_recursive_program_by_blocks() {
    let folder = Folder::new(&[("a.c", EVEN), ("blocks.txt", b"function even\nfunction odd\nloop main 6\n")]);
    for blocks in ["functions", "functions-loops", "blocks.txt"] {
        let option = format!("bam.blocks={blocks}");
        let ended = cairn(&folder, &["verify", "--analysis", "value", "--option", &option, "--stats", "a.c"], &[]);
        assert_eq!(ended.code, 0, "{blocks}: {ended:?}");
        assert!(ended.out.contains("bam-hits") && ended.out.contains("bam-fixpoint-rounds"), "{ended:?}");
    }
}

#[test]
fn what_cannot_be_done_is_refused() {
    let folder = Folder::new(&[("a.c", EVEN), ("blocks.txt", b"function thrice\n"), ("words.txt", b"hello\n")]);
    let verify = |blocks: &str| {
        let option = format!("bam.blocks={blocks}");
        cairn(&folder, &["verify", "--analysis", "value", "--option", &option, "a.c"], &[])
    };
    let missing = verify("sausages");
    assert!(missing.code == 2 && missing.err.contains("'sausages' is none of off, functions"), "{missing:?}");
    let wrong = verify("blocks.txt");
    assert!(wrong.code == 2 && wrong.out.contains("the program has no function 'thrice'"), "{wrong:?}");
    let words = verify("words.txt");
    assert!(words.code == 2 && words.out.contains("line 1 of the blocks is none of"), "{words:?}");
}

#[test]
fn blocks_are_drawn() {
    let folder = Folder::new(&[("a.c", EVEN)]);
    let dot = cairn(&folder, &["cfa", "--format", "dot", "--blocks", "functions-loops", "a.c"], &[]);
    assert!(dot.code == 0 && dot.out.starts_with("digraph blocks"), "{dot:?}");
    assert!(dot.out.contains("label=\"even\"") && dot.out.contains("label=\"main:6\""), "{dot:?}");
    let text = cairn(&folder, &["cfa", "--blocks", "functions", "a.c"], &[]);
    assert!(text.code == 2 && text.err.contains("--format dot"), "{text:?}");
    let arguments = ["verify", "--analysis", "value", "--option", "bam.blocks=functions", "--output-dir", "out", "a.c"];
    assert_eq!(cairn(&folder, &arguments, &[]).code, 0);
}
