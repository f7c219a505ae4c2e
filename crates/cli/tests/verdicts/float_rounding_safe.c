// expect: TRUE
extern void reach_error(void);

int main(void) {
  float f = 16777216.0f;
  float g = f + 1.0f;
  if (g != f)
    reach_error();
  return 0;
}
