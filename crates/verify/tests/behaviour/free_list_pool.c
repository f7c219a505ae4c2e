// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 1 1 1
extern _Bool __VERIFIER_nondet_bool(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct slot { struct slot *next; int payload; };
static struct slot *spare;

static struct slot *get(void) {
  if (spare) {
    struct slot *s = spare;
    spare = s->next;
    return s;
  }
  return malloc(sizeof(struct slot));
}

static void put(struct slot *s) {
  s->next = spare;
  spare = s;
}

int main(void) {
  struct slot *a = get(), *b = get();
  a->payload = b->payload = 3;
  put(a);
  if (__VERIFIER_nondet_bool()) {
    struct slot *c = get();
    c->payload = 4;
    put(c);
  }
#ifdef BUG
  put(a);
#else
  put(b);
#endif
  for (int i = 0; i < 2; i++) {
    struct slot *s = spare;
    spare = s->next;
    free(s);
  }
  return 0;
}
