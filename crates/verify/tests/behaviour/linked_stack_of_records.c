// expect: TRUE
// check: valid-memtrack
// with: BUG
// expect: FALSE
// check: valid-memtrack
// input: 7 8
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct frame { struct frame *below; char *name; };

static struct frame *push(struct frame *top, int c) {
  struct frame *f = malloc(sizeof *f);
  f->below = top;
  f->name = malloc(2);
  f->name[0] = (char)c;
  f->name[1] = 0;
  return f;
}

static struct frame *pop(struct frame *top) {
  struct frame *below = top->below;
#ifdef BUG
  if (top->name[0] != 7)
    free(top->name);
#else
  free(top->name);
#endif
  free(top);
  return below;
}

int main(void) {
  struct frame *top = 0;
  top = push(top, __VERIFIER_nondet_int());
  top = push(top, __VERIFIER_nondet_int());
  while (top)
    top = pop(top);
  return 0;
}
