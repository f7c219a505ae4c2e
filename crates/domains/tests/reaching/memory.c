// s: 10 11 15
// t: 13 15
// heap: 14
// memory: 14 15
extern int __VERIFIER_nondet_int(void); extern void *malloc(unsigned long);
extern void *memcpy(void *, const void *, unsigned long);
struct pair { int a, b; };
int main(void) {
  struct pair t;
  struct pair s = { 1, 2 };
  s.b = 3;
  /* Blocks have no names: they are one memory. A copy may go to all variables whose addresses are taken. */
  t = s;
  struct pair *heap = malloc(sizeof(*heap));
  memcpy(__VERIFIER_nondet_int() ? &t : heap, &s, sizeof(s));
HERE:
  return t.a;
}
