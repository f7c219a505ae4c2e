// expect: FALSE
// check: pointer-comparison
void *malloc(unsigned long);
static int distance(char *from, char *to) { return to - from; }
int main(void) {
  char *one = malloc(4), *other = malloc(4);
  if (!one || !other)
    return 0;
  return distance(one, one + 3) + distance(one, other);
}
