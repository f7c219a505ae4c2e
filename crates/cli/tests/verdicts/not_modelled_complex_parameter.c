// expect: UNKNOWN
// A function that takes a complex number, called with a real one.
extern void reach_error(void);
static int size(_Complex double z) { return (int)sizeof z; }
int main(void) {
  if (size(1.0) != 16)
    reach_error();
  return 0;
}
