// expect: TRUE
// flags: --property termination --64
// with: BOUNCE
// expect: FALSE
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int up = 1;
    if (x < 0 || x > 50) return 0;
    while (x >= 0) {
        if (up) {
            x++;
            if (x > 100) up = 0;
#ifdef BOUNCE
        } else {
#else
        } else
#endif
            x -= 2;
#ifdef BOUNCE
            if (x == 7) up = 1;
        }
#endif
    }
    return 0;
}
