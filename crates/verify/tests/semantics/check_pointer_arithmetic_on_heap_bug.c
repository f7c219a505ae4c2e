// expect: FALSE
// check: pointer-arithmetic
void *malloc(unsigned long);
int main(int argc, char **argv) {
  char *text = malloc(8);
  if (!text)
    return 1;
  text += argc > 2 ? 9 : 8;
  return 0;
}
