// flags: --property unreach-call --contracts
// What ACSL says of memory: places that may be accessed, and places that are separated.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

/*@ requires \valid(p) && \valid_read(q); // assertion: proved, memory of which it is not known whether it may be accessed: proved, memory of which it is not known whether it may be accessed: proved
  @ requires \separated(p, q); // assertion: proved, memory of which it is not known whether it may be accessed: proved, separation of what may not be accessed: proved
  @ assigns *p;
  @ ensures *p == *q; // assertion: proved
  @*/
void copy(int *p, const int *q) {
  *p = *q; // assigns: proved
}

/*@ requires 0 <= n <= 3 && \valid(a + (0 .. n - 1)); // assertion: violated, memory of which it is not known whether it may be accessed: proved
  @ ensures \result == 0; // assertion: proved
  @*/
int clear(int *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = 0;
  return 0;
}

/*@ requires \separated(a + (0 .. 1), b + (0 .. 1)); // assertion: violated, memory of which it is not known whether it may be accessed: proved, separation of what may not be accessed: proved
  @*/
void apart(int *a, int *b) {
  a[0] = b[1];
}

/*@ requires p != \null; // assertion: proved
  @ ensures !\valid(p); // assertion: violated, memory of which it is not known whether it may be accessed: proved
  @*/
void keeps(int *p) {
  *p = 1;
}

int main(void) {
  int x = 1, y = 2, many[3] = {0, 0, 0};
  copy(&x, &y);
  clear(many, 3);
  clear(many + 1, __VERIFIER_nondet_int() ? 2 : 3);
  if (__VERIFIER_nondet_int())
    apart(many, many + 1);
  else
    keeps(&x);
  return 0;
}
