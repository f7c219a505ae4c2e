// expect: FALSE
// From a member back to its record, which another pointer from outside goes to.
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);
struct node { long key; int link; };
int main(void) {
    int *link = __VERIFIER_nondet_pointer();
    struct node *other = __VERIFIER_nondet_pointer();
    if (!link || !other) return 0;
    struct node *outer = (struct node *)((char *)link - 8);
    other->key = 1;
    outer->key = 2;
    if (other->key == 2) reach_error();
    return 0;
}
