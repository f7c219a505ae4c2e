/* Addresses of the program's objects that are put into memory that it does not name, and read back. */
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);
struct method { int version; int (*connect)(int); };
struct session { struct method *method; struct session *next; int state; };
static int connect(int x) { return x + 1; }
struct method one = {1, connect}, two = {2, connect};
static struct method *choose(int v) { return v > 2 ? &two : &one; }
int main(void) {
  struct session *s = __VERIFIER_nondet_pointer(), *t = __VERIFIER_nondet_pointer();
  int v = __VERIFIER_nondet_int();
  if (!s || !t) return 1;
  s->method = choose(v);
  t->state = 3;
  if (s->method->version == 2) {
    if (v <= 2) return 9;
    s->next = t;
    if (s->next->state != 3) return 9;
    return 2;
  }
  t->method = &two;
  if (s->method->version == 2) {
    s->method->version = v;
    return two.version == v ? 3 : 9;
  }
  t->next = s;
  t->next->method->version = 7;
  return one.version == 7 ? 4 : 9;
}
