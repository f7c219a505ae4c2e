// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);

int main(void) {
#ifdef BUG
  float f = 16777214.0f;
#else
  float f = 16777216.0f;
#endif
  float g = f + 1.0f;
  if (g != f)
    reach_error();
  return 0;
}
