// true
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x > 3 ? 1 : x == 2 ? 5 : 0;
    if (y == 1 && x <= 3) reach_error();
    if (y == 5 && x != 2) reach_error();
    if (x < 0) return 0;
    unsigned z = (unsigned)x;
    if (x >= 0 && x < 10 && z >= 10) reach_error();
}
