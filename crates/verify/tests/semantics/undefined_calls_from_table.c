// expect: UNKNOWN
// A function found in memory that is given may be called: TRUE would be wrong, and which one it is, is not known.
extern void reach_error(void);
struct operations { void (*open)(void); void (*close)(void); };
extern void add(struct operations *operations);
static void open(void) {}
static void close(void) { reach_error(); }
int main(void) {
  struct operations operations = {open, close};
  add(&operations);
  return 0;
}
