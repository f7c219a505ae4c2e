// Copies of records carry pointers, but do not make source and destination one.
void *memcpy(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
void *malloc(unsigned long);
struct inner { int *p; int n; };
struct outer { char c; struct inner in; long tail; };
int x, y;
struct outer make(int *p) {
  struct outer o;
  o.c = 1;
  o.in.p = p;
  o.in.n = 2;
  o.tail = 3;
  return o;
}
int main(void) {
  struct outer a = make(&x), b;
  memset(&b, 0, sizeof b);
  memcpy(&b, &a, sizeof a);
  struct outer *h = malloc(sizeof *h);
  *h = b;
  *h->in.p = 7;
  struct inner in = h->in;
  int *py = &y, *q;
  memcpy(&q, &py, sizeof py);
  *q = 8;
  struct inner row[3];
  for (int i = 0; i < 3; i++) row[i] = in;
  *row[2].p += 1;
  int *bytewise;
  int z = 4, *pz = &z;
  for (unsigned i = 0; i < sizeof pz; i++) ((char *)&bytewise)[i] = ((char *)&pz)[i];
  *bytewise = 6;
  return x + y + z + in.n + (int)b.tail + row[1].n;
}
