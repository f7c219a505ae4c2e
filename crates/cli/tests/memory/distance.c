// answers: UNKNOWN
// The distance of two objects is not fixed.
extern void reach_error(void);
int x,y;
int main() {
  if (&y-&x==5) reach_error();
}
