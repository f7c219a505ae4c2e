// expect: TRUE
// Each file has a function and an object of this name to itself.
extern void reach_error(void);
static int count = 1;
static int next(void) { return count++; }
int other(void);

int main(void) {
  int a = next(), b = other(), c = next();
  if (a != 1 || b != 10 || c != 2)
    reach_error();
  return 0;
}
