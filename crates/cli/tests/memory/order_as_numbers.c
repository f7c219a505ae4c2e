// answers: UNKNOWN
// The order of objects is not fixed, as numbers neither.
extern void reach_error(void);
int x,y;
int main() {
  if ((unsigned long)&x > (unsigned long)&y) reach_error();
}
