//! Conditions of others: what is a condition is taken, what could be anything else is not.

use cairn_witness::condition::accepted;
use cairn_witness::source::Source;

#[test]
fn conditions_are_accepted() {
    for good in [
        "x == 5",
        "(0 <= x) && (x <= 2147483647)",
        "((long long) y) >= -3LL || !(a[3].b != c.d)",
        "(unsigned int)(x + 1) < sizeof(long)",
        "c ? x <= 1 : y >= 2",
        "x << 2 >= 4 && ~x != (x & 0xff)",
        "x / 2 == y % 10UL",
        "1",
    ] {
        assert_eq!(accepted(good, false, &|_| false), Ok(()), "{good}");
    }
    assert_eq!(accepted("\\result == (-2147483647 - 1)", true, &|_| false), Ok(()));
    // What tools that rewrite programs call their variables.
    let source = Source::new("int my__return_f; /* __return_g */ int __return_main, __LINE__ok;".to_owned());
    let of = |text: &str| accepted(text, false, &|word| source.names(word));
    assert_eq!(of("__return_main == 1"), Ok(()));
    assert!(of("__return_f == 1").is_err() && of("__return_g == 1").is_err() && of("__LINE__ == 1").is_err());
}

#[test]
fn what_is_more_than_a_condition_is_refused() {
    for bad in [
        "x = 5",
        "x += 5",
        "x <<= 1",
        "x >>= 1",
        "x++ < 3",
        "1 / x == 1",
        "1 % (x) == 1",
        "1 / 0 == 1",
        "1 / 0x0 == 1",
        "1 / -1 == 1",
        "1 / .0e1 == 1",
        "1 / ~0 == 1",
        "--x",
        "abort()",
        "reach_error ()",
        "(f)(1)",
        "a[0](1)",
        "1) abort(); (1",
        "1; x",
        "({ int y; y; })",
        "x == 1 // no",
        "x /* no */ == 1",
        "\"text\"",
        "'a' == x",
        "x == 1\\",
        "# define x 1",
        "(x",
        "x)",
        "x[",
        "__builtin_trap",
        "\\result == 1",
        "",
    ] {
        assert!(accepted(bad, false, &|_| false).is_err(), "{bad}");
    }
}

#[test]
fn brackets_in_literals_and_comments_are_no_brackets() {
    let source = Source::new("int f(void) { /* ) */ g(\")\", ')', 1); // }\n  while (a[1]) { b(); } }\n".to_owned());
    let text = source.text().to_owned();
    let open = text.find("(\")").unwrap();
    assert_eq!(&text[source.closing(open).unwrap()..][..2], ");");
    let body = text.find('{').unwrap();
    assert_eq!(source.closing(body), text.rfind('}'));
    assert_eq!(source.opening(text.rfind('}').unwrap()), Some(body));
    assert_eq!(source.place(source.offset(2, Some(3)).unwrap()), Some((2, 3)));
    assert_eq!(source.word(source.offset(2, None).unwrap()), "while");
}

#[test]
fn names_end_with_their_blocks() {
    let text =
        "int g; void f(int p) { int a; { int b; b++; } for (int i = 0; i < 3; i++) { a++; } a--; } void h(void) { g; }";
    let source = Source::new(text.to_owned());
    let at = |what: &str| text.find(what).unwrap();
    let sees = |declared: &str, from: &str| source.is_visible(at(declared), at(from));
    assert!(sees("g;", "g; }") && sees("a;", "a--") && sees("b;", "b++") && sees("i = 0", "a++") && sees("p)", "a--"));
    assert!(!sees("b;", "for (") && !sees("i = 0", "a--") && !sees("a;", "void h") && !sees("p)", "g; }"));
}
