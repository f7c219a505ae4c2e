//! The drawing and the JSON of a small program, as a whole.

use cairn_base::Span;
use cairn_ir::types::IntKind;
use cairn_ir::{BinaryOp, ExprKind, MachineModel, Op, Program, VarKind, dot, json, print};
use cairn_transform::finish;

const SOURCE: &str = "int i = 0; while (i < 3) { i++; } \"\\\\\"";

fn program() -> Program {
    let mut p = Program::empty(MachineModel::Ilp32);
    let file = p.sources.add("a.c", SOURCE.into()).unwrap();
    let base = p.sources.base(file);
    let at = |text: &str| {
        let start = base + SOURCE.find(text).unwrap() as u32;
        Span::new(start, start + text.len() as u32)
    };
    let (void, int) = (p.types.void(), p.types.int(IntKind::Int));
    let f = p.add_function("start", void);
    let body = p.add_body(f);
    let i = p.add_var("i", int, VarKind::Local, Some(f));
    let other = p.add_var("i", int, VarKind::Temp, Some(f));
    let (place, load) = (p.var_place(i), p.var_value(i));
    let constant = |p: &mut Program, value| p.exprs.expr(ExprKind::Constant(value), int);
    let (zero, one, three) = (constant(&mut p, 0), constant(&mut p, 1), constant(&mut p, 3));
    let sum = p.exprs.expr(ExprKind::Binary(BinaryOp::Add, load, one), int);
    let less = p.exprs.expr(ExprKind::Binary(BinaryOp::Lt, load, three), int);
    let (head, inside, after) = (p.add_node(f), p.add_node(f), p.add_node(f));
    p.add_edge(body.entry, head, Op::Assign { place, value: zero }, at("i = 0"));
    p.add_branch(head, less, inside, after, at("i < 3"));
    p.add_edge(inside, head, Op::Assign { place, value: sum }, at("i++"));
    let place = p.var_place(other);
    let quoted = p.add_node(f);
    p.add_edge(after, quoted, Op::Assign { place, value: load }, Span::NONE);
    p.add_edge(quoted, body.exit, Op::Label("\"".into()), Span::NONE);
    finish(&mut p);
    assert_eq!(p.check(), Ok(()));
    p
}

#[test]
fn as_text() {
    let expected = "\
void start(void)
  temp int i#2;
  n0: entry
    -> n1  i = 0;
  n1: loop head
    -> n2  [i < 3]
    -> n3  [!(i < 3)]
  n2:
    -> n1  i = i + 1;
  n3:
    -> n4  i#2 = i;
  n4:
    -> n5  \":
  n5: exit
";
    assert_eq!(print::text(&program()), expected);
}

#[test]
fn as_a_drawing() {
    let expected = r#"digraph cfa {
  graph [fontname="monospace"];
  node [shape=circle, fontname="monospace", fontsize=10, width=0.3, margin=0.03];
  edge [fontname="monospace", fontsize=10];
  subgraph cluster_f0 {
    label="start";
    n0 [peripheries=2];
    n1 [shape=diamond];
    n2;
    n3;
    n4;
    n5 [peripheries=2];
    n0 -> n1 [label="i = 0", tooltip="a.c:1:5: i = 0;"];
    n1 -> n2 [label="[i < 3]", tooltip="a.c:1:19: [i < 3]"];
    n1 -> n3 [label="[!(i < 3)]", tooltip="a.c:1:19: [!(i < 3)]"];
    n2 -> n1 [label="i++", tooltip="a.c:1:28: i = i + 1;"];
    n3 -> n4 [label="i#2 = i;", tooltip="i#2 = i;"];
    n4 -> n5 [label="\":", tooltip="\":"];
  }
}
"#;
    assert_eq!(dot(&program()), expected);
}

#[test]
fn as_json() {
    let parsed: serde_json::Value = serde_json::from_str(&json(&program())).unwrap();
    assert_eq!(parsed["format"], "cairn-cfa");
    assert_eq!(parsed["machine"], "ILP32");
    assert_eq!(parsed["functions"][0]["entry"], "n0");
    assert_eq!(parsed["variables"][1]["name"], "i#2");
    assert_eq!(parsed["nodes"][1]["loop_head"], true);
    let edge = &parsed["edges"][1];
    assert_eq!(edge["kind"], "assume");
    assert_eq!(edge["truth"], true);
    assert_eq!(edge["text"], "[i < 3]");
    assert_eq!(edge["location"]["column"], 19);
    assert_eq!(edge["source_text"], "i < 3");
    assert_eq!(parsed["edges"][4]["location"], serde_json::Value::Null);
}
