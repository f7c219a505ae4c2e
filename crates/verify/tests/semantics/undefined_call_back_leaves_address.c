// expect: UNKNOWN
// An address that a function leaves behind a pointer that it was given, code outside may follow.
extern void reach_error(void);
extern void with(void (*fill)(int **));
static int hidden;
static void fill(int **to) { *to = &hidden; }
int main(void) {
  with(fill);
  if (hidden == 5)
    reach_error();
  return 0;
}
