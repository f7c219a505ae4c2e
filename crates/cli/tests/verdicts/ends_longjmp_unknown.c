// expect: UNKNOWN
// flags: --64 --property termination
// What is not modelled is no end.
#include <setjmp.h>
jmp_buf b;
int main(){ volatile int x=0; setjmp(b); longjmp(b,1); }
