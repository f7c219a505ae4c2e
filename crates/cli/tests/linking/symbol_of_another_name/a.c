// expect: TRUE
extern void reach_error(void);
int first(void) __asm__("second");

int main(void) {
  if (first() != 2)
    reach_error();
  return 0;
}
