// expect: FALSE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int i = 0;
    int skip = __VERIFIER_nondet_int();
    while (i < 10) {
        if (i == skip)
            continue;
        i++;
    }
    return 0;
}
