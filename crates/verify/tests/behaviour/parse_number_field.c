// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 49 50 51 52 53
extern char __VERIFIER_nondet_char(void);
/* key=value; digits of the value are collected in a small buffer. */
static char line[12];

int main(void) {
  char digits[4];
  int used = 0, at = 0;
  line[0] = 'k';
  line[1] = '=';
  for (int i = 2; i < 11; i++)
    line[i] = __VERIFIER_nondet_char();
  line[11] = 0;
  while (line[at] && line[at] != '=')
    at++;
  if (line[at] == '=')
    at++;
  while (line[at] >= '0' && line[at] <= '9') {
#ifdef BUG
    if (used <= 4)
#else
    if (used < 3)
#endif
      digits[used++] = line[at];
    at++;
  }
  digits[used] = 0;
  return digits[0] == '9';
}
