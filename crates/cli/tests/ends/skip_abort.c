// expect: FALSE
// flags: --property termination --64
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned char i = __VERIFIER_nondet_int() & 0xff;
    for (;;) {
        i += 2;
        if (i == 0)
            abort();
    }
}
