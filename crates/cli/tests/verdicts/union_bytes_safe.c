// expect: TRUE
extern void reach_error(void);

union word { unsigned int all; unsigned char byte[4]; };
int main(void) {
  union word w;
  w.all = 0x01020304u;
  if (w.byte[0] != 4 || w.byte[3] != 1)
    reach_error();
  return 0;
}
