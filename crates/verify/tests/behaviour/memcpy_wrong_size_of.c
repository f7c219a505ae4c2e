// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 1
extern _Bool __VERIFIER_nondet_bool(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern void *memset(void *, int, unsigned long);
/* sizeof of a parameter that looks like an array is that of a pointer. */
struct key { unsigned char bytes[16]; };

static void clear(unsigned char *key, int all) {
#ifdef BUG
  memset(key, 0, all ? sizeof(struct key) + sizeof key: sizeof key);
#else
  memset(key, 0, all ? sizeof(struct key): sizeof key);
#endif
}

int main(void) {
  struct key *k = malloc(sizeof *k);
  for (unsigned i = 0; i < sizeof k->bytes; i++)
    k->bytes[i] = (unsigned char)i;
  clear(k->bytes, __VERIFIER_nondet_bool());
  int x = k->bytes[0];
  free(k);
  return x;
}
