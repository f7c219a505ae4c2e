// expect: TRUE|UNKNOWN
// flags: --property termination --64
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node { int v; struct node *next; };

int main(void)
{
    struct node *head = NULL;
    int n = __VERIFIER_nondet_int();
    if (n > 100)
        n = 100;
    for (int i = 0; i < n; i++) {
        struct node *x = malloc(sizeof *x);
        if (!x)
            exit(1);
        x->v = i;
        x->next = head;
        head = x;
    }
    int s = 0;
    for (struct node *p = head; p; p = p->next)
        s += p->v;
    while (head) {
        struct node *t = head->next;
        free(head);
        head = t;
    }
    return s;
}
