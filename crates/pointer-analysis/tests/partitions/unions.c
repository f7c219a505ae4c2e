// Unions and casts: accesses that overlap are bytes, the others are not.
union word { unsigned whole; unsigned char byte[4]; unsigned short half[2]; };
struct tagged { int tag; union { int i; void *p; } as; int after; };
int target = 5;
int main(void) {
  union word w;
  w.whole = 0x01020304;
  int s = w.byte[0] + w.half[1];
  struct tagged t, *q = &t;
  q->tag = 1;
  q->as.p = &target;
  q->after = 2;
  *(int *)q->as.p += q->tag;
  q->as.i = 9;
  double d = 1.0;
  unsigned long long bits = *(unsigned long long *)&d;
  float f = 2.0f;
  s += *(int *)&f == 0x40000000;
  return s + (int)(bits >> 52) + target + t.after;
}
