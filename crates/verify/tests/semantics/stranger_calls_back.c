// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);
struct events { void (*set)(void (*)(int)); };
extern struct events events;
static int seen;
#ifdef BUG
static void handle(int event) { seen = event; }
#else
static void handle(int event) { seen = event & 3; }
#endif
int main(void) {
  events.set(handle);
  if (seen == 5)
    reach_error();
  return 0;
}
