// true
// with: BUG
// false
extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void);
int main(void) {
  unsigned char up = 0, down = 0;
  while (1) {
#ifdef BUG
    if (__VERIFIER_nondet_int()) { up = up + (up == 252 ? 3 : 4); down = down - 2; }
#else
    if (__VERIFIER_nondet_int()) { up = up + 4; down = down - 2; }
#endif
    if ((unsigned char)(up + down) % 2 != 0) reach_error();
  }
}
