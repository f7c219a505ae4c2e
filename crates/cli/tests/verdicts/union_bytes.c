// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);

union word { unsigned int all; unsigned char byte[4]; };
int main(void) {
  union word w;
  w.all = 0x01020304u;
#ifdef BUG
  if (w.byte[0] != 1 || w.byte[3] != 1)
#else
  if (w.byte[0] != 4 || w.byte[3] != 1)
#endif
    reach_error();
  return 0;
}
