// Bit-fields share the unit of their type.
struct flags { unsigned a : 3; unsigned b : 5; int rest; };
struct mixed { unsigned low : 20; char c; };
int main(void) {
  struct flags f, *p = &f;
  p->a = 1;
  p->b = 2;
  p->rest = 3;
  struct mixed m, *q = &m;
  q->low = 1;
  q->c = 2;
  struct flags direct;
  direct.a = 1;
  direct.b = direct.a;
  return f.a + f.b + f.rest + q->low + m.c + direct.b;
}
