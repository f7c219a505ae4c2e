// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 99
extern char __VERIFIER_nondet_char(void);
#ifdef BUG
static const char *const names[] = {"red", "green", "blue"};
#else
static const char *const names[] = {"red", "green", "blue", 0};
#endif

static int position(const char *const *list, char initial) {
  int i = 0;
  for (; *list; list++, i++)
    if ((*list)[0] == initial)
      return i;
  return -1;
}

int main(void) {
  char c = __VERIFIER_nondet_char();
  int at = position(names, c);
  return at == 1;
}
