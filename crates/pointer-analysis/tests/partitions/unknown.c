// Pointers that the program did not make: uninitialised, null, inputs.
void *malloc(unsigned long);
extern int *__VERIFIER_nondet_pointer(void);
struct below { int deep; struct below *more; };
struct top { int state; struct below *b; struct below *c; };
int known;
void use(struct top *s) {
  s->state = 1;
  s->b->deep = 2;
  s->c->deep = 3;
  s->b->more->deep = s->state;
}
void bump(struct below *either) { either->deep = 7; }
int main(void) {
  struct top *s;
  use(s);
  int *maybe;
  if (s->b->deep == 9) maybe = &known;
  int *copy = maybe;
  *copy = 4;
  struct below *one, *two;
  bump(one);
  bump(two);
  int *input = __VERIFIER_nondet_pointer(), *other = __VERIFIER_nondet_pointer();
  *input = 5;
  *other = 6;
  struct below *fresh = malloc(sizeof *fresh);
  fresh->deep = 1;
  struct top *null = 0;
  null->state = s->state;
  return known + null->state;
}
