// expect: TRUE
// A function that is called back gives away only what its result leads to.
extern void reach_error(void);
extern void with(int *(*give)(void));
static int given, hidden = 3;
static int *give(void) { return &given; }
int main(void) {
  with(give);
  if (hidden != 3)
    reach_error();
  return 0;
}
