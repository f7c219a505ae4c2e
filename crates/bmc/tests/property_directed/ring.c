// true
// with: BUG
// false
extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern void reach_error(void);
int token, seen, at;
int main(void) {
  at = 0;
  while (1) {
    int go = __VERIFIER_nondet_int();
    if (at == 0) { seen = __VERIFIER_nondet_int(); token = seen; at = 1; }
    else if (at == 1 && go) { token = token + 1; at = 2; }
#ifdef BUG
    else if (at == 2 && go > 4) { token = token + 1; at = go > 1000 ? 1 : 3; }
#else
    else if (at == 2 && go > 4) { token = token + 1; at = 3; }
#endif
    else if (at == 3) { if (token != seen + 2) reach_error(); at = 0; }
  }
}
