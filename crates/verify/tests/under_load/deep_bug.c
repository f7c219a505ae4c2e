extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int state = 1, seen;
static void step(int input) {
    if (state == 1 && input == 17) { state = 2; seen += input; }
    else if (state == 2 && input > 20 && input * 3 == 69) { state = 3; seen += input; }
    else if (state == 3 && input < -5) { state = 4; seen -= input; }
    else if (state == 4 && seen == 47) state = 5;
}
int main(void) {
    for (int i = 0; i < 6; i++) {
        step(__VERIFIER_nondet_int());
        if (state == 5) reach_error();
    }
    return 0;
}
