// expect: UNKNOWN
// check: valid-deref
// An address that was computed as a number may be that of no object.
extern void *malloc(unsigned long);

int main(void) {
  int *first = malloc(sizeof(int));
  int *other = (int *)((unsigned long)first + 0x10000);
  *other = 1;
  return 0;
}
