// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 1 127
extern int __VERIFIER_nondet_int(void);
/* char c; c++ is computed as int and converted back: no overflow. */
int main(void) {
  signed char c = 0;
#ifdef BUG
  int limit = __VERIFIER_nondet_int() != 0 ? 127 : 3;
#else
  signed char limit = __VERIFIER_nondet_int() != 0 ? 127 : 3;
#endif
  for (int i = 0; i < 300; i++) {
    c++;
    if (c == limit)
#ifdef BUG
      limit += 2147483600;
#else
      limit--;
#endif
  }
  c += c;
  c *= 3;
  return c == 1;
}
