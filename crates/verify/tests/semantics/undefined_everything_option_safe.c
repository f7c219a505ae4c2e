// expect: TRUE
// option: undefined-functions=everything
extern void reach_error(void);
extern void run(void);
static int hidden = 1;
const int fixed = 2;
int main(void) {
  int x = 1;
  int *p = &x;
  run();
  if (hidden != 1 || *p != 1 || fixed != 2)
    reach_error();
  return 0;
}
