// No factors of a prime of 62 bits: no question about the product is answered within its work.
extern unsigned int __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int turns = 0;
    while (__VERIFIER_nondet_int() && turns < 3) {
        unsigned int x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
        unsigned long long product = (unsigned long long)x * y;
        if (x > 1 && y > 1 && product == 4611686018427387847ull) reach_error();
        turns++;
    }
    if (turns > 3) reach_error();
    return 0;
}
