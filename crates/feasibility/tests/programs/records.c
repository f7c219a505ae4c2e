/* Records, unions, bit-fields, copies of them. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct point { int x, y; };
struct bits { unsigned a : 3; int b : 5; unsigned c : 12; unsigned long long d : 40; };
struct whole { char tag; struct point p[2]; union { int i; unsigned char c[4]; float f; } u; struct bits b; };
struct whole copy(struct whole w) { w.p[0].x++; return w; }
int main(void) {
  struct whole w = {0}, v;
  w.tag = (char)__VERIFIER_nondet_uchar();
  w.p[1].y = __VERIFIER_nondet_int();
  w.u.i = __VERIFIER_nondet_int();
  w.b.a = __VERIFIER_nondet_uint();
  w.b.b = __VERIFIER_nondet_int();
  w.b.c = 0xabc;
  w.b.d = (unsigned long long)__VERIFIER_nondet_uint() * 77;
  v = copy(w);
  if (v.p[0].x != 1) return 9;
  if (v.u.c[1] == 7) return 1;
  if (v.u.c[3] & 0x80) v.u.c[0] = 1;
  if (v.u.i != w.u.i && v.b.b < 0) return 2;
  if (v.b.a == 5 && v.b.c == 0xabc) return 3;
  if (v.b.d % 3 == 1) return 4;
  unsigned k = __VERIFIER_nondet_uint() & 1;
  v.p[k] = w.p[1 - k];
  if (v.p[0].y == v.p[1].y) return 5;
  if (v.tag > 'a') return 6;
  return 0;
}
