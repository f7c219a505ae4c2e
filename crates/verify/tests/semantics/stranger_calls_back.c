// expect: FALSE
extern void reach_error(void);
struct events { void (*set)(void (*)(int)); };
extern struct events events;
static int seen;
static void handle(int event) { seen = event; }
int main(void) {
  events.set(handle);
  if (seen == 5)
    reach_error();
  return 0;
}
