// unknown
// with: BUG
// false
extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void);
unsigned char flag[2]; int step = 0;
int main(void) {
  while (1) {
    unsigned char in = __VERIFIER_nondet_uchar();
#ifdef BUG
    if (step == 0) { flag[in & 1] = 1; step = 1; }
#else
    if (step == 0) { flag[in & 1] = 1; flag[!(in & 1)] = 2; step = 1; }
#endif
    else if (flag[in & 1] == 0) reach_error();
  }
}
