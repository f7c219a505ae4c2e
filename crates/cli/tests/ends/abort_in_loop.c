// expect: TRUE
// flags: --property termination --64
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned char i = 0;
    for (;;) {
        i++;
        if (i == 0)
            abort();
        if (__VERIFIER_nondet_int() == i)
            return i;
    }
}
