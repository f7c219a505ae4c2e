// expect: FALSE
extern void reach_error(void);
struct timeval {
  long tv_sec;
  long tv_usec;
};
int gettimeofday(struct timeval *, void *);
int main(void) {
  struct timeval t = {0, 0};
  gettimeofday(&t, 0);
  if (t.tv_sec == 5) reach_error();
  return 0;
}
