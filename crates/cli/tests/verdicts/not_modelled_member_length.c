// expect: UNKNOWN
// A record whose size is known at run time only.
extern void reach_error(void);
static int size(int count) {
  struct {
    int data[count];
    int last;
  } record;
  record.data[0] = 1;
  return (int)sizeof record;
}
int main(void) {
  if (size(3) != 16)
    reach_error();
  return 0;
}
