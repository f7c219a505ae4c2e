/* Branches that meet again, no loops: one formula for all paths. */
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static int total, table[4];
static int classify(int x) {
  if (x < 0) return -1;
  if (x > 100) { total += 3; return 1; }
  return 0;
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), r = 0;
  unsigned char c = __VERIFIER_nondet_uchar();
  int *p = c & 1 ? &a : &b;
  r = classify(a);
  if (b > a || (c > 200 && r)) r += 2;
  else if (b == a) { r = classify(b + 1); b = __VERIFIER_nondet_int(); }
  *p += r;
  switch (c & 3) {
    case 0: table[1] = a; break;
    case 1: table[b & 3] = r; break;
    case 2: total -= a / 3;
    default: r = table[c & 3] + (a > 7 ? a : b);
  }
  total += (r > 5) + table[1];
  if (classify(total) == 1 && (a & 4)) total = r - 1;
  return total;
}
