// expect: TRUE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
struct n { struct n *next; };
static struct n pool[6];

int main(void)
{
    int i, back = __VERIFIER_nondet_int();
    struct n *slow, *fast;
    for (i = 0; i < 5; i++)
        pool[i].next = &pool[i + 1];
    pool[5].next = (back >= 0 && back <= 5) ? &pool[back] : (struct n *)0;
    slow = fast = &pool[0];
    while (1) {
        if (!fast || !fast->next)
            return 0;
        slow = slow->next;
        fast = fast->next->next;
        if (slow == fast)
            return 1;
    }
}
