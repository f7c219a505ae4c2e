extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    unsigned char up = __VERIFIER_nondet_uchar(), same = up;
    // Both wrap around, and stay equal.
    while (__VERIFIER_nondet_int()) {
        up = up + 1;
        same = same + 1;
    }
    if (up != same) {
        reach_error();
    }
    unsigned char small = 254;
    // A number that wraps around once.
    while (small != 1) {
        small = small + 1;
    }
    if (small != 1) {
        reach_error();
    }
    return 0;
}
// symbolic: loop 9: up == same
// symbolic: loop 18: (small == 0 && up == same) || (small == 1 && up == same) || (small == 254 && up == same) || (small == 255 && up == same)
// predicate: loop 9: up == same
// value-predicate: loop 9: up == same
// impact: loop 9: up == same
// impact by edges: loop 9: up == same
// predicate by functions: loop 9: up == same
// distributed: loop 9: same == up
