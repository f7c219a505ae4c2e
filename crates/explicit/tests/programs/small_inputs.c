// true
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}
int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    int square = c * c;
    if (square % 4 == 2 || square % 4 == 3) reach_error();
    _Bool b = __VERIFIER_nondet_int();
    if (b + 1 > 2) reach_error();
}
