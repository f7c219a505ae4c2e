// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 40 40 40 40 40 40
extern char __VERIFIER_nondet_char(void);
/* A checker of brackets with a fixed stack. */
int main(void) {
  char stack[4];
  unsigned top = 0;
  for (int i = 0; i < 6; i++) {
    char c = __VERIFIER_nondet_char();
    if (c == '(' || c == '[') {
#ifndef BUG
      if (top == sizeof stack)
        return 2;
#endif
      stack[top++] = c;
    } else if (c == ')' || c == ']') {
      if (top == 0)
        return 1;
      char open = stack[--top];
      if ((open == '(') != (c == ')'))
        return 1;
    }
  }
  return top != 0;
}
