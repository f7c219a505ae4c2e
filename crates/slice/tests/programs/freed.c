// Freed memory may be handed out again: a comparison of addresses depends on it.
extern void *malloc(unsigned long);
extern void free(void *);
static void watch(int number, long long value) {}
int main(void) {
  int *first = malloc(4);          // kept
  if (!first)                      // kept
    return 0;
  long old = (long)first;          // kept
  free(first);                     // kept
  int *second = malloc(4);         // kept
  watch(0, old == (long)second); // criterion
  free(second);                    // left out
  return 0;
}
