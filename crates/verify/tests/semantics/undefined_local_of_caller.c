// expect: FALSE
// A local of another frame, through a parameter.
extern void reach_error(void);
extern void get(int *p);
static void inner(int *p) { get(p); }
int main(void) {
  int x = 0;
  inner(&x);
  if (x == 3)
    reach_error();
  return 0;
}
