// Functions that are values: one is a parameter, and another one is in a variable.
extern void reach_error(void);
static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }
static int apply(int (*hook)(int), int x) { return hook(x); }
int main(void) {
  int (*first)(int) = twice;
  if (apply(first, 3) != 6 || apply(thrice, 2) != 6)
    reach_error();
  return 0;
}
