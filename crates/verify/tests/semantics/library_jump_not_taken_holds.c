// expect: TRUE
// What jumps back is a way that is not taken.
extern void reach_error(void);
int _setjmp(void *);
void longjmp(void *, int);
long place[32];
int main(int argc, char **argv) {
  if (_setjmp(place))
    reach_error();
  if (argc == 0)
    longjmp(place, 1);
  return 0;
}
