// expect: TRUE
extern void reach_error(void);

int main(void) {
  unsigned char c = 250;
  c += 10;
  unsigned int u = 0;
  u--;
  if (c != 4 || u != 4294967295u)
    reach_error();
  return 0;
}
