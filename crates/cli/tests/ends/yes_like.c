// expect: FALSE
// flags: --property termination --64
extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);
static int put(int c) { (void)c; return __VERIFIER_nondet_int(); }
static int yes(const char *s)
{
    const char *p;
    do {
        p = s;
        while (*p)
            if (put(*p++) < 0)
                return 1;
    } while (put('\n') >= 0);
    return 0;
}
int main(void)
{
    char w[3];
    w[0] = __VERIFIER_nondet_char();
    w[1] = __VERIFIER_nondet_char();
    w[2] = 0;
    return yes(w);
}
