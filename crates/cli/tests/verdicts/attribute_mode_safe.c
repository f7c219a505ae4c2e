// expect: TRUE
extern void reach_error(void);
enum small { SMALL } __attribute__((mode(QI)));
enum large { LARGE } __attribute__((packed, mode(DI)));
static int cut(int x __attribute__((mode(QI)))) { return x; }
static int old(x) int x __attribute__((mode(QI))); { return x; }
int main(void) {
  if (sizeof(enum small) != 1 || sizeof(enum large) != 8) reach_error();
  if (cut(300) != 44 || old(300) != 44) reach_error();
  return 0;
}
