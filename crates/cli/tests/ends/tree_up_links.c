// expect: FALSE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
/* parent links; the root is its own parent */
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
    while (p->up) {
        p->mark = 1;
        p = p->up;
    }
    return 0;
}
