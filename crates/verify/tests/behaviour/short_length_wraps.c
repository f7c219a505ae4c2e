// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 65535
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void *malloc(unsigned long);
extern void free(void *);
/* The sum of two unsigned short is an int; stored back it wraps. */
int main(void) {
  unsigned short body = __VERIFIER_nondet_ushort();
#ifdef BUG
  unsigned short total = body + 4;
#else
  unsigned total = body + 4;
#endif
  char *m = malloc(total);
  for (unsigned short i = 0; i < 4; i++)
    m[i] = (char)i;
  if (body > 0)
    m[total - 1] = 9;
  int x = m[0];
  free(m);
  return x;
}
