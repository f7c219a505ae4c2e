//! `--pixel-tree` of the commands that have a graph, and `cairn pixel-tree`.

use crate::cairn;

use cairn::{Folder, cairn};

const PROGRAM: &[u8] = b"extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int twice(int n) { return 2 * n; }
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  for (int i = 0; i < 3; i++)
    sum += twice(i);
  if (n == 7 && sum != 6)
    reach_error();
  return 0;
}
";

#[test]
fn every_graph_has_a_pixel_tree() {
    let folder = Folder::new(&[("program.c", PROGRAM)]);
    for (command, file) in [
        (&["verify", "--analysis", "value"][..], "value.json"),
        (&["verify", "--analysis", "value", "--option", "bam.blocks=functions"], "blocks.json"),
        (&["verify", "--analysis", "value", "--option", "slicing=target-path"], "sliced.json"),
        (&["verify", "--analysis", "impact"], "impact.json"),
        (&["cfa"], "automata.json"),
        (&["dependence-graph"], "dependences.json"),
    ] {
        let arguments: Vec<&str> = command.iter().copied().chain(["--pixel-tree", file, "program.c"]).collect();
        let run = cairn(&folder, &arguments, &[]);
        assert_eq!(run.code, 0, "{arguments:?}: {}", run.err);
        let tree = folder.read(file);
        assert!(tree.starts_with("{\"format\":\"cairn-pixel-tree\",\"version\":1,"), "{tree}");
        assert!(tree.matches("[\"plain\"").count() > 2, "{file}: {tree}");
    }
    for all in ["all.svg", "all.png"] {
        let trees = ["value.json", "sliced.json", "automata.json"];
        let run = cairn(&folder, &[&["pixel-tree", "--output", all], &trees[..]].concat(), &[]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(std::fs::metadata(folder.path(all)).expect("a drawing").len() > 200);
    }
    let drawing = folder.read("all.svg");
    assert_eq!(drawing.matches("<title>").count(), 3, "{drawing}");
}

#[test]
fn what_is_no_pixel_tree_is_refused() {
    let folder = Folder::new(&[("program.c", PROGRAM)]);
    for (arguments, code, what) in [
        (&["pixel-tree", "program.c", "--output", "x.svg"][..], 2, "this is no pixel tree"),
        (&["cfa", "--pixel-tree", "x.gif", "program.c"], 2, "a pixel tree is .svg, .png or .json"),
        (&["verify", "--analysis", "bmc", "--pixel-tree", "x.svg", "program.c"], 0, "keeps no graph of states"),
    ] {
        let run = cairn(&folder, arguments, &[]);
        assert_eq!(run.code, code, "{arguments:?}: {}", run.err);
        assert!(run.err.contains(what), "{arguments:?}: {}", run.err);
    }
}
