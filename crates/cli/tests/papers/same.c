// Two callers with different variables of their own, and a callee that does not mention them.
extern void reach_error(void);
int half(int v) { return v / 2; }
int left(void) {
  int mine = 3;
  return half(8) + mine;
}
int right(void) {
  int other = 5, more = 6;
  return half(8) + other + more;
}
int main(void) {
  if (left() != 7 || right() != 15) reach_error();
  return 0;
}
