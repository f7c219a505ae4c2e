// false
extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void);
extern void *malloc(unsigned long);
struct pair { int kind; int value; };
int main(void) {
  struct pair *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  if (!a || !b) return 0;
  if (__VERIFIER_nondet_int() == 12) b = a;
  a->kind = 1; b->kind = 1;
  while (1) {
    if (a->kind != 1) reach_error();
    if (__VERIFIER_nondet_int()) b->kind = b->kind + 1 - (a != b); else b->kind = 1;
  }
}
