// expect: TRUE
// flags: --property termination --64
extern unsigned int __VERIFIER_nondet_uint(void);
static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint() % 5000;
    return is_even(n);
}
