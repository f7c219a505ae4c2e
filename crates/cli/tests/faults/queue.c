extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int ring[4];
int head;
int tail;
void put(int value) {
  ring[tail] = value;
  tail = (tail + 2) % 4; // FAULT: tail + 1
}
int take(void) {
  int value = ring[head];
  head = (head + 1) % 4;
  return value;
}
int main(void) {
  put(5);
  put(7);
  int first = take();
  int second = take();
  if (first != 5 || second != 7)
    reach_error();
  return 0;
}
// counterfactual: 2 of 2
// max-sat: 1 of 8
// unsat-core: 1 of 8
