// expect: TRUE
// check: pointer-arithmetic
// with: BUG
// expect: FALSE
// check: pointer-arithmetic
void *malloc(unsigned long);
int main(int argc, char **argv) {
  char *text = malloc(8);
  if (!text)
    return 1;
#ifdef BUG
  text += argc > 2 ? 9 : 8;
#else
  text += argc > 2 ? 8 : 7;
  text -= 7;
#endif
  return 0;
}
