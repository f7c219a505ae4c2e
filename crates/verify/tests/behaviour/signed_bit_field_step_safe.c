// expect: TRUE
// check: no-overflow
extern int __VERIFIER_nondet_int(void);
/* A bit-field of 31 bits is computed in int, which has one more; of 32 bits it is not. */
struct s { signed b : 31; unsigned c : 1; };

int main(void) {
  struct s s;
  s.c = 1;
  s.b = __VERIFIER_nondet_int();
  s.b++;
  s.c += 5;
  return s.b == 3;
}
