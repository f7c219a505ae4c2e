// expect: FALSE
// option: undefined-functions=everything
extern void reach_error(void);
extern void run(void);
int global = 1;
int main(void) {
  run();
  if (global == 2)
    reach_error();
  return 0;
}
