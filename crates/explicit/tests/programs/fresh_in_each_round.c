// unknown
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}
int main(void) {
    for (int i = 0; i < 3; i++) {
        int y;
        if (i > 0 && y == 7) reach_error();
        y = 7;
    }
}
