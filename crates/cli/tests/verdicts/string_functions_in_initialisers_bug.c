// expect: FALSE
extern void reach_error(void);
static char room[__builtin_strlen("abc") + 1];
int main(void) {
  if (sizeof room == 4)
    reach_error();
  return 0;
}
