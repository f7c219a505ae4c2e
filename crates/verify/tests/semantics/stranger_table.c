// expect: FALSE
// A function of a table that another file fills gives any value.
extern void reach_error(void);
struct operations { int (*read)(int); };
extern const struct operations *operations;
int main(void) {
  if (operations->read(3) == 42)
    reach_error();
  return 0;
}
