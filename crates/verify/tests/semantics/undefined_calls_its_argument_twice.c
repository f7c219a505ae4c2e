// expect: FALSE
// Any number of times.
extern void reach_error(void);
extern void each(void (*handler)(void));
static int count;
static void handler(void) { count++; }
int main(void) {
  each(handler);
  if (count == 3)
    reach_error();
  return 0;
}
