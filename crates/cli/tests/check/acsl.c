// flags: --property unreach-call --contracts
// The same in comments of ACSL.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int last;

/*@ requires 0 <= n < 100; // assertion: proved
  @ assigns last;
  @ ensures \result == n + 1 && last == \old(last) + 1; // assertion: proved
  @*/
int next(int n) {
  last = last < 1000 ? last + 1 : 1001;
  if (last == 1001)
    for (;;)
      ;
  return n + 1;
}

int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, s = 0;
  if (n < 0 || n > 50)
    return 0;
  /*@ loop invariant 0 <= i <= n; // assertion: proved
    @ loop invariant s == 2 * i; // assertion: proved
    @ loop variant n - i; // assertion: proved
    @*/
  while (i < n) {
    s += 2;
    i++;
  }
  /*@ assert s == 2 * n; */ // assertion: proved
  if (next(n) > 51 || s > 100)
    reach_error(); // assertion: proved
  return 0;
}
