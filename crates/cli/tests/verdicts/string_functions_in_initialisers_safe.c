// expect: TRUE
extern void reach_error(void);
extern unsigned long strlen(const char *);
static const unsigned long length = strlen("hello");
static char room[__builtin_strlen("abc\0def") + 1];
static int order[] = {__builtin_strcmp("a", "b") < 0, __builtin_strncmp("same", "sand", 2) == 0};
static int distance = __builtin_abs(-3) + 1;
enum { LENGTH = __builtin_strlen("xy") };
int main(void) {
  if (length != 5 || sizeof room != 4 || !order[0] || !order[1] || LENGTH != 2 || distance != 4)
    reach_error();
  return 0;
}
