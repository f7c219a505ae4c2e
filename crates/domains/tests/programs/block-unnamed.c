/* Pointers that nobody set, met outside and inside of calls. */
struct inner { int state; int *counter; };
struct outer { int state; struct inner *inner; struct outer *next; };
struct inner *shared;
void touch(struct outer *o, int n) {
  int *fresh;
  *fresh = n;
  o->inner->state = *fresh + n;
  if (n > 0) { touch(o->next, n - 1); shared = o->inner; }
  *o->inner->counter = n;
}
int *give(int value) { int *p; *p = value; return p; }
int main(void) {
  struct outer *a, b; int *one = give(3), *two, *three, i;
  int *outside;
  *outside = 8;
  a->state = 5;
  two = give(4);
  touch(a, 2);
  three = give(*one + *two);
  *one = *one + 1;
  touch(&b, 1);
  for (i = 0; i < 2; i++) { three = give(*three); *two += *three; }
  shared->state = 1;
  return *one + *two + *three + a->state + *outside + b.inner->state;
}
