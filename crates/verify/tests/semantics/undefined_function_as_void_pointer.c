// expect: FALSE
extern void reach_error(void);
extern void start(void *what);
static void run(void) { reach_error(); }
int main(void) {
  start((void *)run);
  return 0;
}
