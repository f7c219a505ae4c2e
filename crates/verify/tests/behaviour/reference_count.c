// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 1
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct obj { int refs; int value; };

static struct obj *hold(struct obj *o) {
  o->refs++;
  return o;
}

static void release(struct obj *o) {
  if (--o->refs == 0)
    free(o);
}

int main(void) {
  struct obj *o = malloc(sizeof *o);
  o->refs = 1;
  o->value = __VERIFIER_nondet_int();
  struct obj *second = 0;
  if (o->value > 0)
#ifdef BUG
    second = o;
#else
    second = hold(o);
#endif
  release(o);
  if (second) {
    second->value = 0;
    release(second);
  }
  return 0;
}
