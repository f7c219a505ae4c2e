/* Offsets below the pointer, in elements whose size is no power of two. */
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
struct triple { int a, b, c; };
int before[20];
struct triple t[5];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  int v = __VERIFIER_nondet_int();
  if (i < 1 || i > 4) return 0;
  struct triple *p = &t[i];
  (p - 1)->b = v;
  struct triple *three = &t[4 - i] + (i - 1);
  if ((three - 3)->b != t[0].b) return 9;
  before[i] = 1;
  p[-1].c = v + 1;
  (p - 1)[1].a = 3;
  if (t[2].b == 9 && t[2].c == 10) return 1;
  if (t[3].a == 3 && t[2].c == 0) return 9;
  (&t[i] - 3 + 3)->a = 3;
  if (i == 4) (&t[i] - 3)->c = 8;
  if (t[1].c == 8 && i != 4 && v != 7) return 9;
  int *q = &p->c - 2;
  if (*q != 3) return 9;
  return t[i - 1].b > 100 ? 2 : 3;
}
