// expect: FALSE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);

/* number of significant bits */
static int width(int v)
{
    int n = 0;
    while (v != 0) {
        v = v / 2 - (v % 2 < 0);      /* arithmetic shift, spelled out */
        if (n < 100)
            n++;
    }
    return n;
}

int main(void)
{
    return width(__VERIFIER_nondet_int());
}
