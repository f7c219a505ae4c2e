// expect: TRUE
// `__builtin_expect` evaluates all of its arguments, and converts the first to `long`, also where it is a condition.
extern void reach_error(void);
static int calls;
static int likely(void) {
  calls++;
  return 1;
}
int main(void) {
  int z = 5;
  if (__builtin_expect(z == 0, z++))
    reach_error();
  if (z != 6)
    reach_error();
  if (__builtin_expect(z != 6, likely()) || calls != 1)
    reach_error();
  double half = 0.5;
  if (__builtin_expect(half, 1))
    reach_error();
  return 0;
}
