// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: -7
extern int __VERIFIER_nondet_int(void);
/* A remainder of a negative number is negative. */
static int *buckets[4];

int main(void) {
  int store[4] = {0};
  for (int i = 0; i < 4; i++)
    buckets[i] = &store[i];
  int key = __VERIFIER_nondet_int();
  int **table = buckets;
  int h = key % 4;
#ifdef BUG
  if (h < -4)
#else
  if (h < 0)
#endif
    h += 4;
  *table[h] = key;
  return store[0] != 0 && store[1] != 0;
}
