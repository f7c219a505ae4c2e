/* Numbers that the program does not initialise. */
struct pair { short a; int b; char c[3]; };
static int twice(int x) { int y; if (x > 5) y = 2 * x; return y; }
int main(void) {
  int u, w[3];
  struct pair p, q;
  if (u > 100) return 1;
  if (w[0] == w[1]) return 2;
  w[u & 1] = 4;
  if (w[1] == 4 && w[2] < 0) return 3;
  q = p;
  if (q.a != p.a || q.c[2] != p.c[2]) return 9;
  if (q.b == 7) return 4;
  ((char *)&p)[u & 7] = 1;
  if (p.b & 0xff00) return 5;
  return twice(u) == 8 ? 6 : 7;
}
