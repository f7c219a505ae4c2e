// expect: UNKNOWN
// gcc accepts it, Cairn has no model of it: nothing is said, and the program is not called wrong.
extern void reach_error(void);
typedef int four __attribute__((vector_size(16)));
static int first(four of) { return of[0] + (int)sizeof of; }
int main(void) {
  four a = {1, 2, 3, 4};
  if (first(a + a) != 18)
    reach_error();
  return 0;
}
