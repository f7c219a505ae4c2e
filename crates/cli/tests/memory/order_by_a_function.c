// answers: UNKNOWN
// A comparison in a function that gets pointers to two objects.
extern void reach_error(void);
int x,y;
int less(int*a,int*b) {
  return a<b;
}
int main() {
  if (less(&x,&y)) reach_error();
}
