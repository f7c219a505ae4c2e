// expect: TRUE|UNKNOWN
// flags: --property termination --64
extern int __VERIFIER_nondet_int(void);
static int fuel;
typedef int (*step_fn)(void);
static int s_a(void), s_b(void), s_c(void);
static int s_a(void) { return fuel > 50 ? 1 : 2; }
static int s_b(void) { fuel -= 7; return 0; }
static int s_c(void) { fuel -= 1; return fuel <= 0 ? -1 : 0; }
static step_fn tab[] = { s_a, s_b, s_c };
int main(void)
{
    int st = 0;
    fuel = __VERIFIER_nondet_int();
    if (fuel < 0) fuel = 0;
    while (st >= 0)
        st = tab[st]();
    return 0;
}
