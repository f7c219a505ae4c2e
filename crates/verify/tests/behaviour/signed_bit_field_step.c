// expect: TRUE
// check: no-overflow
// with: BUG
// expect: FALSE
// check: no-overflow
// input: 2147483647
extern int __VERIFIER_nondet_int(void);
/* A bit-field of 31 bits is computed in int, which has one more; of 32 bits it is not. */
#ifdef BUG
struct s { signed b : 32; unsigned c : 1; };
#else
struct s { signed b : 31; unsigned c : 1; };
#endif

int main(void) {
  struct s s;
  s.c = 1;
  s.b = __VERIFIER_nondet_int();
  s.b++;
  s.c += 5;
  return s.b == 3;
}
