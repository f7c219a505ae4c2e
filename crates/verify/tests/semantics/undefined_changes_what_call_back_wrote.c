// expect: TRUE
extern void reach_error(void);
extern void start(void (*run)(void));
static int state = 1;
static void run(void) {
  if (state == 1)
    state = 2;
  else
    state = 1;
}
int main(void) {
  start(run);
  if (state != 1 && state != 2)
    reach_error();
  return 0;
}
