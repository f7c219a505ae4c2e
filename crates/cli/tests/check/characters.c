// flags: --check library
// The macros of <ctype.h> are subscripts into a table; what they ask of the character is asked there.
#include <ctype.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char c = __VERIFIER_nondet_char();
  int i = __VERIFIER_nondet_int(), n = 0;
  n += isalpha(__VERIFIER_nondet_uchar()) != 0; // library: proved
  n += isdigit((unsigned char)c) != 0; // library: proved
  n += isspace(-1) != 0;
  if (i >= -1 && i <= 255)
    n += isupper(i) != 0; // library: proved
  if (__VERIFIER_nondet_int())
    n += isalpha(c) != 0; // library: violated
  if (__VERIFIER_nondet_int())
    n += isdigit(i) != 0; // library: violated
  if (__VERIFIER_nondet_int())
    n += toupper(i); // library: violated
  return n > 100;
}
