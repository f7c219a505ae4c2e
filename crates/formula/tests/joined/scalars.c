/* As branches.c, over scalars only. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int state = 1, ticks;
static int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }
static void next(unsigned u) {
  if (state == 1) { state = u > 10u ? 2 : 3; }
  else if (state == 2) { if (u & 1u) state = 4; ticks++; }
  else ticks += 2;
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  unsigned u = __VERIFIER_nondet_uint();
  if (a > 10 && b < 10 && !(a == b)) a -= b;
  next(u);
  next(u / 2u);
  if (state == 4 || a < b) b = clamp(a, -5, 25);
  next((unsigned)b);
  if (ticks > 2) a = b * 2; else { a = ticks; if (u > 7u) a++; }
  return clamp(a + b, 0, 9) + state * 10;
}
