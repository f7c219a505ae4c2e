// expect: TRUE
// check: valid-memtrack
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
  free(top->name);
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
