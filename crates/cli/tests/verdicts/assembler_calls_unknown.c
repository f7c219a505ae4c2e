// expect: UNKNOWN
// Assembler that names a function of the program may call it.
extern void reach_error(void);
int main(void) {
  __asm__ volatile("call bad" : :);
  return 0;
}
void bad(void) { reach_error(); }
