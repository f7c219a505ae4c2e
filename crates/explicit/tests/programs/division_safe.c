// true
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}
int main(void) {
    int x = -7, y = 2;
    if (x / y != -3 || x % y != -1 || (unsigned)x / 2u != 2147483644u || x >> 1 != -4) reach_error();
    double d = 0.5;
    for (int i = 0; i < 3; i++) d = d * 2;
    if (d != 4.0 || !d) reach_error();
}
