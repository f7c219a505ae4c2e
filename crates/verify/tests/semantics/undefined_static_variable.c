// expect: FALSE
extern void reach_error(void);
extern void get(int *p);
static int x = 3;
static void step(void) { get(&x); }
int main(void) {
  step();
  if (x == 4)
    reach_error();
  return 0;
}
