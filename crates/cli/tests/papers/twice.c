// One function, called three times, twice with the same argument.
extern void reach_error(void);
int unrelated = 7;
int clamp(int v) {
  if (v > 9) return 9;
  return v;
}
int main(void) {
  int here = 1;
  int a = clamp(12);
  unrelated = 8;
  int b = clamp(12);
  int c = clamp(3);
  if (a != 9 || b != 9 || c != 3 || here != 1 || unrelated != 8) reach_error();
  return 0;
}
