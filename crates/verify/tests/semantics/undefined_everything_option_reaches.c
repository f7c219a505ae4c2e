// expect: FALSE
// option: undefined-functions=everything
extern void reach_error(void);
extern void run(void);
int *global;
int main(void) {
  int x = 1;
  global = &x;
  run();
  if (x == 2)
    reach_error();
  return 0;
}
