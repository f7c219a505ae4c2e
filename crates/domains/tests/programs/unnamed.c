/* Pointers that nobody set: what is written through them is read back. */
struct inner { int state; int *counter; };
struct outer { int state; struct inner *inner; };
extern int __VERIFIER_nondet_int(void);
int main(void) {
  struct outer *o;
  int x = 1;
  o->state = 5;
  o->inner->state = __VERIFIER_nondet_int();
  *o->inner->counter = 7;
  o->inner->counter = &x;
  *o->inner->counter += o->state;
  if (o->inner->state == 3) x = o->inner->state + *o->inner->counter;
  return x;
}
