// x: 9 12
// y: 10
// a: 8 11 14
// i: 15 16
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x, y = 0;
  int a[3];
  x = 1;
  y = x;
  a[0] = y;
  if (__VERIFIER_nondet_int()) x = 2;
  /* One element of an array: what was there before may still be. */
  if (x) a[1] = 3;
  int i = 0;
  while (i < 3) i++;
HERE:
  return x + y + a[0];
}
