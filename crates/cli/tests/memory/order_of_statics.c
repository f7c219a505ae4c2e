// answers: UNKNOWN
// The order of objects is not fixed.
extern void reach_error(void);
int x,y;
int main() {
  if (&x<&y) reach_error();
}
