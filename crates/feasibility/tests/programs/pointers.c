/* Pointers that an input chooses, pointers to pointers, pointers in arrays, calls through pointers. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int one(int x) { return x + 1; }
static int two(int x) { return x * 2; }
static int (*const operations[2])(int) = {one, two};
int a = 1, b = 2, c = 3;
int *three[3] = {&a, &b, &c};
static void swap(int **x, int **y) { int *t = *x; *x = *y; *y = t; }
int main(void) {
  int k = __VERIFIER_nondet_int();
  int *p = k > 0 ? &a : &b;
  *p = k;
  if (a == b) return 1;
  unsigned i = __VERIFIER_nondet_uint() % 3;
  *three[i] += 10;
  if (c > 5) {
    swap(&three[0], &three[2]);
    if (*three[0] != c) return 9;
  }
  int r = operations[i & 1](k);
  if (r == 8) return 2;
  int *q = p ? p : (int *)0;
  int **pp = &q;
  **pp = 77;
  if (k > 0 && a != 77) return 9;
  char *bytes = (char *)&c;
  bytes[k & 3] = 1;
  if (c == 0x01000003) return 3;
  return q == &a ? 4 : 5;
}
