// expect: UNKNOWN
// gcc accepts it, Cairn has no model of it: nothing is said, and the program is not called wrong.
extern void reach_error(void);
static int size(_Complex double z) { return (int)sizeof z; }
int main(void) {
  _Complex double z = 1.0 + 2.0i;
  if (size(z) != 16)
    reach_error();
  return 0;
}
