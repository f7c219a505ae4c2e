// expect: FALSE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int key = __VERIFIER_nondet_int();
    int i = 0;
again:
    if (key == 424242)
        goto again;
    i++;
    if (i < 10)
        goto again;
    return i;
}
