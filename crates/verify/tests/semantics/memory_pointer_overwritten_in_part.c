// expect: UNKNOWN
// check: valid-deref,valid-free
// Which object the pointer goes to then is not known.
extern void *malloc(unsigned long);
extern void free(void *);

union address {
  void *whole;
  char bytes[sizeof(void *)];
};

int main(void) {
  union address p;
  p.whole = malloc(4);
  p.bytes[1] = 4;
  free(p.whole);
  return 0;
}
