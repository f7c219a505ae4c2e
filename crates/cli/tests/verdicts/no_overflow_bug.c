// The average of two numbers, as everybody writes it first; the assertion about it holds where it does not overflow.
// expect: TRUE
// flags: --property unreach-call
// expect: FALSE
// flags: --property no-overflow
// expect: FALSE
// flags: --check overflow
// expect: FALSE
// flags: --check overflow --32 --analysis predicate
// expect: TRUE
// flags: --check division,shift,array-index,null-dereference,float-conversion
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
    if (low < 0 || high < low) return 0;
    int middle = (low + high) / 2;
    return middle & 1;
}
