// answers: UNKNOWN
// An address one past the end of an object may be that of another.
extern void reach_error(void);
int x,y;
int main() {
  if (&x+1==&y) reach_error();
}
