// expect: FALSE
// `64` and `_unlocked` make a library function of another only where the library has such a function.
extern void reach_error(void);
extern unsigned long rand64(void);
extern long abs64(long);
extern int rand_unlocked(void);
int main(void) {
  if (rand64() > 0x7fffffffUL && abs64(1) < 0 && rand_unlocked() < 0) reach_error();
  return 0;
}
