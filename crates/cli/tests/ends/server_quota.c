// expect: TRUE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
static int budget = 500;
static int spend(int k)
{
    if (k < 1) k = 1;
    if (k > budget) k = budget;
    budget -= k;
    return budget;
}
int main(void)
{
    while (1) {
        int ev = __VERIFIER_nondet_int();
        if (ev == 1)
            continue_here: spend(ev);
        else if (spend(ev) == 0)
            return 0;
        if (budget == 0)
            goto out;
        if (ev > 1000000 && budget > 0)
            goto continue_here;
    }
out:
    return 1;
}
