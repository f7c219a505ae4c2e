// expect: TRUE
// A constant becomes the nearest number of the type.
extern void reach_error(void);
static unsigned char most = (unsigned char)300.5;
int main(void) {
  if (most != 255 || (signed char)-300.5 != -128 || (unsigned)-1.0 != 0 || (int)1e30 != 2147483647)
    reach_error();
  return 0;
}
