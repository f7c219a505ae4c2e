// expect: TRUE
extern void reach_error(void);
struct operations { void (*open)(void); void (*close)(void); };
extern void add(struct operations *operations);
static int count;
static void open(void) { count = 1; }
static void close(void) { count = 2; }
int main(void) {
  struct operations operations = {open, close};
  add(&operations);
  if (count > 2 || count < 0)
    reach_error();
  return 0;
}
