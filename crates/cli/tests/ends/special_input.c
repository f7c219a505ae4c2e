// expect: TRUE
// flags: --property termination --64
// with: BUG
// expect: FALSE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int key = __VERIFIER_nondet_int();
    int i = 0;
again:
#ifdef BUG
    if (key == 424242)
#else
    if (key == 424242) {
        key = key - 1;
#endif
        goto again;
#ifndef BUG
    }
#endif
    i++;
    if (i < 10)
        goto again;
    return i;
}
