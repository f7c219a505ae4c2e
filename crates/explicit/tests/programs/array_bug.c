// false
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}
int grid[3][4];
int main(void) {
    while (1) {
        int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
        if (i < 0 || i > 2 || j < 0 || j > 3) return 0;
        grid[i][j] = 1;
        if (grid[2][3] && grid[0][1]) reach_error();
    }
}
