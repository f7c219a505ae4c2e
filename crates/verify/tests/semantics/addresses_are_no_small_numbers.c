// expect: TRUE
// No object lies in the first 4096 bytes of memory.
extern void reach_error(void);

int main(void) {
  if ((char *)0x100 == "literal")
    reach_error();
  return 0;
}
