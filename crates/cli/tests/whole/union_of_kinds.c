// check: null-dereference
// A value is a number or a text; its kind is not looked at.
#include <stdio.h>

struct value {
  enum { NUMBER, TEXT } kind;
  union {
    long number;
    const char *text;
  } of;
};

static int first(const struct value *value) { return value->of.text[0]; } /* BUG */

int main(int argc, char **argv) {
  struct value value = {NUMBER, {0}};
  if (argc > 1) {
    value.kind = TEXT;
    value.of.text = argv[1];
  }
  return first(&value);
}
