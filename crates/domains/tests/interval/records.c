/* Records that no pointer reaches: members, bit-fields, nested ones, copies whole and in part, unions beside, subscripts that leave their arrays. */
int __VERIFIER_nondet_int(void);
struct in { short x, y; };
struct out { int a; struct in i; unsigned f : 3; int g : 5; union { int whole; unsigned char part[4]; } u; unsigned char z; };
struct row { int before, cells[2], after; };
struct out global;
struct in half(struct in v) { v.x = v.x / 2; v.y = (short)(v.y & 255); return v; }
int main(void) {
  struct out s = { 5, { 1, 2 }, 3, -4, { 9 }, 200 }, t;
  struct in p;
  struct row w = { 1, { 2, 3 }, 4 };
  int n;
  t = s;
  for (n = 0; n < 12; n++) {
    int k = __VERIFIER_nondet_int();
    if (k < 0) break;
    s.a = s.a + (k & 3);
    s.f = k;
    s.g = k;
    s.i.x = (short)k;
    if (s.g > 2) t.i = s.i;
    p = half(t.i);
    if (p.x < 10) t.i.x = (short)(p.x + 1);
    s.u.whole = k;
    s.u.part[1] = 7;
    t.u = s.u;
    s.z += 100;
    if (t.z == 200 && s.f != 0) t = s;
    w.cells[k & 3] = k;
    if (w.after != 4) w.before++;
    global.i = p;
    global.a++;
    if (global.i.y > 100) global = t;
  }
  return w.after + s.a + t.i.x + global.f;
}
