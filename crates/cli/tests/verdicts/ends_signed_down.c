// expect: UNKNOWN
// flags: --property termination
// It overflows in the end, which C leaves undefined: neither a proof nor an execution without end.
int main(void) {
  int y = 0;
  while (1)
    y--;
}
