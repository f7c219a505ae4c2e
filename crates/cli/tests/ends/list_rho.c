// expect: FALSE
// flags: --property termination --64
/* a list with a tail leading into a loop */
extern int __VERIFIER_nondet_int(void);
struct n { struct n *next; };
static struct n pool[6];

int main(void)
{
    int i, back = __VERIFIER_nondet_int();
    struct n *p, *start = &pool[0];
    for (i = 0; i < 5; i++)
        pool[i].next = &pool[i + 1];
    if (back >= 1 && back <= 5)
        pool[5].next = &pool[back];
    else
        pool[5].next = 0;
    /* walk; the loop detection only remembers the start */
    p = start->next;
    while (p && p != start)
        p = p->next;
    return 0;
}
