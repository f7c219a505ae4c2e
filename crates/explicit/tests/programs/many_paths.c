// unknown
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) {}
int main(void) {
    int n = 0;
    if (__VERIFIER_nondet_int()) n += 1;   if (__VERIFIER_nondet_int()) n += 1;
    if (__VERIFIER_nondet_int()) n += 1;   if (__VERIFIER_nondet_int()) n += 1;
    if (__VERIFIER_nondet_int()) n += 1;   if (__VERIFIER_nondet_int()) n += 1;
    if (__VERIFIER_nondet_int()) n += 1;   if (__VERIFIER_nondet_int()) n += 1;
    if (__VERIFIER_nondet_int()) n += 1;   if (__VERIFIER_nondet_int()) n += 1;
    if (__VERIFIER_nondet_int()) n += 1;   if (__VERIFIER_nondet_int()) n += 1;
    if (__VERIFIER_nondet_int()) n += 1;   if (__VERIFIER_nondet_int()) n += 1;
    if (n == 15) reach_error();
}
