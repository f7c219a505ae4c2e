// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);

int main(void) {
  unsigned char c = 250;
  c += 10;
  unsigned int u = 0;
  u--;
#ifdef BUG
  if (c == 4 || u != 4294967295u)
#else
  if (c != 4 || u != 4294967295u)
#endif
    reach_error();
  return 0;
}
