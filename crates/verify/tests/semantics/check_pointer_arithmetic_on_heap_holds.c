// expect: TRUE
// check: pointer-arithmetic
void *malloc(unsigned long);
int main(int argc, char **argv) {
  char *text = malloc(8);
  if (!text)
    return 1;
  text += argc > 2 ? 8 : 7;
  text -= 7;
  return 0;
}
