// expect: UNKNOWN
extern void reach_error(void);
int _setjmp(void *);
void longjmp(void *, int);
long place[32];
int main(int argc, char **argv) {
  if (_setjmp(place))
    reach_error();
  if (argc > 3)
    longjmp(place, 1);
  return 0;
}
