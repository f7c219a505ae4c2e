// expect: FALSE
// check: null-dereference,division
struct node { int value; struct node *next; };
extern int __VERIFIER_nondet_int(void);
int main(void) {
    struct node a = { 1, 0 }, b = { 2, &a };
    struct node *at = &b;
    int steps = __VERIFIER_nondet_int();
    if (steps < 0 || steps > 2) return 0;
    while (steps-- > 0) at = at->next;
    return 10 / at->value;
}
