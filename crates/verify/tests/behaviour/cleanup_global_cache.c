// expect: TRUE
// check: valid-memcleanup
// with: BUG
// expect: FALSE
// check: valid-memcleanup
// input: 1
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern void *memset(void *, int, unsigned long);
static char *cache;
static int hits;

static char *lookup(int key) {
  if (!cache) {
    cache = malloc(8);
    memset(cache, 0, 8);
  }
  if (cache[key & 7])
    hits++;
  cache[key & 7] = 1;
  return cache;
}

static void shutdown_cache(void) {
#ifdef BUG
  if (hits)
#else
  if (cache)
#endif
    free(cache);
  cache = 0;
}

int main(void) {
  int rounds = __VERIFIER_nondet_int();
  for (int i = 0; i < rounds && i < 3; i++)
    lookup(__VERIFIER_nondet_int());
  shutdown_cache();
  return 0;
}
