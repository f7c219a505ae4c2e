// expect: UNKNOWN
// check: valid-memtrack
// A static variable still points to it when the program ends.
extern void *malloc(unsigned long);
static char *cache;

int main(void) {
  cache = malloc(16);
  return 0;
}
