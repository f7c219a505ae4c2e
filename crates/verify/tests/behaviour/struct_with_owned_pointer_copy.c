// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 1
extern _Bool __VERIFIER_nondet_bool(void);
extern void *malloc(unsigned long);
extern void free(void *);
#ifndef BUG
extern void *memcpy(void *, const void *, unsigned long);
#endif
/* Copying a record copies the pointer, not what it owns. */
struct buf { char *data; int size; };

static struct buf duplicate(struct buf from) {
  struct buf to = from;
#ifndef BUG
  to.data = malloc(from.size);
  memcpy(to.data, from.data, from.size);
#endif
  return to;
}

int main(void) {
  struct buf a = {malloc(3), 3}, b;
  a.data[0] = a.data[1] = a.data[2] = 1;
  int twice = __VERIFIER_nondet_bool();
  if (twice) {
    b = duplicate(a);
    b.data[2] = 5;
    free(b.data);
  }
  free(a.data);
  return 0;
}
