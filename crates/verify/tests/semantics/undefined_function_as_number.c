// expect: FALSE
extern void reach_error(void);
extern void start(unsigned long what);
static void run(void) { reach_error(); }
int main(void) {
  start((unsigned long)run);
  return 0;
}
