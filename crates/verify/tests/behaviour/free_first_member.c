// expect: TRUE
// check: valid-free
// with: BUG
// expect: FALSE
// check: valid-free
// input: 0
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
/* The address of a record is that of its first member. */
struct inner { long x; };
#ifdef BUG
struct outer { long second; struct inner first; };
#else
struct outer { struct inner first; long second; };
#endif

int main(void) {
  struct outer *o = malloc(sizeof *o);
  struct inner *i = &o->first;
  i->x = __VERIFIER_nondet_int();
  o->second = 2;
  free(i);
  return 0;
}
