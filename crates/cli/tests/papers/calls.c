// A slice through calls: one result counts, the other does not.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int trace;
int grow(int v) { return v + 1; }
void note(int v) { trace = v; }
int main(void) {
  int a = grow(3);
  int b = grow(8);
  note(b);
  if (a != 4)
    reach_error();
  return b;
}
