// true
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}
int main(void) {
    unsigned char c = 250;
    short s = 32000;
    unsigned u = 4294967290u;
    for (int i = 0; i < 10; i++) { c = c + 1; s = s + 100; u = u + 1; }
    if (c != 4 || s != -32536 || u != 4) reach_error();
    unsigned long l = (unsigned long)-1;
    if (!(l > 5ul) || l / 2 != 9223372036854775807ul || (l >> 63) != 1) reach_error();
    if (l < 5ul) reach_error();
}
