// false
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}
int main(void) {
    int x = __VERIFIER_nondet_int();
    for (int i = 0; i < 150; i++) if (x == i * 3) return 0;
    if (x > 200 && x <= 202 && x != 201) reach_error();
}
