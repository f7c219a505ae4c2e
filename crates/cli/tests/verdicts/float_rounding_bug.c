// expect: FALSE
extern void reach_error(void);

int main(void) {
  float f = 16777214.0f;
  float g = f + 1.0f;
  if (g != f)
    reach_error();
  return 0;
}
