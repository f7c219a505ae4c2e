// bmc: true, k-induction: true, bound: 16
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
struct node { int value; struct node *next; };
int main(void) {
  struct node a = { 1, 0 }, b = { 2, &a }, c = { 3, &b };
  struct node *p = &c;
  int s = 0, x = 5, *q = __VERIFIER_nondet_int() ? &x : &a.value;
  while (p) { s += p->value; p = p->next; }
  if (s != 6) reach_error();
  *q = 9;
  if (x == 5 && a.value == 1) reach_error();
  return 0;
}
