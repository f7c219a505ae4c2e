// expect: TRUE
// A jump within the assembler, and an operand with an instruction's name.
extern void reach_error(void);
int main(void) {
  int left = 3, seen = 1;
  __asm__ volatile("1: dec %[ret]; jnz 1b" : [ret] "+r"(left));
  if (!seen) reach_error();
  return 0;
}
