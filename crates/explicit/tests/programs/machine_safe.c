// true
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}
int state = 1, count;
int step(int input) {
    if (state == 1 && input == 3) { state = 2; return 1; }
    if (state == 2 && (input == 4 || input == 5)) { state = 3; count = count + 1; return 2; }
    if (state == 3 && input != 1) { state = 1; count = 0; return 3; }
    return -2;
}
int main(void) {
    while (1) {
        int input = __VERIFIER_nondet_int();
        if (input < 1 || input > 6) return 0;
        int out = step(input);
        if (count > 1) reach_error();
    }
}
