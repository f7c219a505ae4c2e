// expect: TRUE
// Without a prototype `0` is passed as an `int`, which fills a whole register or slot of x86-64.
extern void reach_error(void);
static int takes(p, q, wide)
int *p;
int *q;
long wide;
{ return p == 0 && *q == 3 && wide == 7; }
int main(void) {
  int three = 3;
  if (!takes(0, &three, 7))
    reach_error();
  return 0;
}
