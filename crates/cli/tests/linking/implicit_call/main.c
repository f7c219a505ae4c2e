// expect: TRUE
// A call without a declaration passes an int, and takes one.
extern void reach_error(void);
int main(void) {
  if (next(4) != 5)
    reach_error();
  return 0;
}
