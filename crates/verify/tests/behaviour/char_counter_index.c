// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 5
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
/* The counter is a signed char and becomes negative after 127. */
struct box { int pad; int v[200]; };

int main(void) {
  struct box *b = malloc(sizeof *b);
#ifdef BUG
  signed char i;
#else
  unsigned char i;
#endif
  int n = __VERIFIER_nondet_int();
  b->pad = 0;
  if (n <= 0)
    n = 1;
  for (i = 0; i != 199; i++) {
    b->v[i] = n;
    if (i > 150)
      b->pad = 1;
#ifdef BUG
    if (i < -1)
      b->v[i] = 0;
#else
    
#endif
  }
  free(b);
  return 0;
}
