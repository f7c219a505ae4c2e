// expect: TRUE
// check: valid-deref
// with: BUG
// expect: FALSE
// check: valid-deref
// input: 1 1 1 1 1 1 1 1 1
extern _Bool __VERIFIER_nondet_bool(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct ring { unsigned head, used; int slot[4]; };

static int push(struct ring *r, int value) {
  if (r->used == 4)
    return 0;
  unsigned at = r->head + r->used;
#ifdef BUG
  if (at > 4)
#else
  if (at >= 4)
#endif
    at -= 4;
  r->slot[at] = value;
  r->used++;
  return 1;
}

static int pop(struct ring *r) {
  int v = r->slot[r->head];
  r->head = (r->head + 1) % 4;
  r->used--;
  return v;
}

int main(void) {
  struct ring *r = malloc(sizeof *r);
  int sum = 0;
  r->head = 0;
  r->used = 0;
  for (int i = 0; i < 9; i++) {
    if (__VERIFIER_nondet_bool())
      push(r, i);
    if (r->used > 2)
      sum += pop(r);
  }
  free(r);
  return sum > 100;
}
