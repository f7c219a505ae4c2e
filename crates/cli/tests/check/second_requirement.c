// flags: --check null-dereference --check library
// What a function of the library requires is asked at each call, also where the prelude has its body since an earlier one.
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern int tolower(int c);

int main(void) {
  char a[4] = "ab", *p = __VERIFIER_nondet_int() ? a : 0;
  int n = (int)strlen(a) + tolower('x'), i = __VERIFIER_nondet_int(); // null-dereference: proved
  if (__VERIFIER_nondet_int())
    n += (int)strlen(p); // null-dereference: violated
  if (p)
    n += (int)strlen(p); // null-dereference: proved
  if (__VERIFIER_nondet_int())
    n += tolower(i); // library: violated
  return n;
}
