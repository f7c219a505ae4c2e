// expect: TRUE
// check: valid-memcleanup
// with: BUG
// expect: FALSE
// check: valid-memcleanup
// input: 0 9
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct config { int depth; char *name; };

static int load(struct config *c, int kind) {
  c->name = malloc(3);
  c->depth = kind;
  if (kind > 8) {
#ifndef BUG
    free(c->name);
    c->name = 0;
#endif
    return -1;
  }
  c->name[0] = 'a';
  return 0;
}

int main(void) {
  struct config c = {0, 0};
  int mode = __VERIFIER_nondet_int();
  if (mode == 1)
    return 0;
  if (load(&c, __VERIFIER_nondet_int()) != 0)
    return 1;
  free(c.name);
  return 0;
}
