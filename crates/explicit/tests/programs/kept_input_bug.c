// false
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}
int main(void) {
    int secret = __VERIFIER_nondet_int(), other = secret, passed = 0;
    while (1) {
        int guess = __VERIFIER_nondet_int();
        if (guess != 5) continue;
        if (passed == 0 && secret > 1000) passed = 1;
        else if (passed == 1 && other < 1002) passed = 2;
        else if (passed == 2 && secret == 1001) reach_error();
    }
}
