// expect: TRUE
// A function that is only ever given to code outside is not found by other calls.
extern void reach_error(void);
extern void with(void *(*)(void *));
extern void later(void (*)(void));
static int started;
static void *work(void *context) { return context; }
static void stop(void) {
  if (!started)
    reach_error();
}
int main(void) {
  with(work);
  started = 1;
  later(stop);
  return 0;
}
