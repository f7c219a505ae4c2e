// expect: TRUE
// flags: --property termination --64
// with: BUG
// expect: FALSE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
#ifdef BUG
/* parent links; the root is its own parent */
#endif
struct t { struct t *up; int mark; };
static struct t node[5];
int main(void)
{
    for (int i = 0; i < 5; i++) {
        node[i].up = &node[i / 2];
        node[i].mark = 0;
    }
    int at = __VERIFIER_nondet_int();
    if (at < 0 || at > 4) return 1;
    struct t *p = &node[at];
#ifdef BUG
    while (p->up) {
#else
    while (p->up != p) {
#endif
        p->mark = 1;
        p = p->up;
    }
    return 0;
}
