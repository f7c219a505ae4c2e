// answers: UNKNOWN
// The same, for variables of a block.
extern void reach_error(void);
int main() {
  int*s=0;
  for(int i=0;i<2;i++) {
    int x;
    if (s && s==&x) reach_error();
    s=&x;
  }
}
