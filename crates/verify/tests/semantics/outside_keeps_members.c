// expect: TRUE
// A pointer from outside goes to a member or to a record as a whole, never to half of one.
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);
struct pair { int a; int b; } pairs[2];
long wide[2];
int main(void) {
    struct pair *p = __VERIFIER_nondet_pointer();
    long *q = __VERIFIER_nondet_pointer();
    if (!p || !q) return 0;
    pairs[0].b = 7;
    p->a = 1;
    if (pairs[0].b == 1) reach_error();
    wide[0] = 0;
    *q = -1;
    if (wide[0] != 0 && wide[0] != -1) reach_error();
    return 0;
}
