// expect: UNKNOWN
// A pointer that another file has stored is not the address of an object that nobody outside knows yet.
extern void reach_error(void);
extern int *stored;
extern void tell(int *);
static int hidden;
int main(void) {
  if (!stored)
    return 0;
  hidden = 1;
  *stored = 2;
  if (hidden == 2)
    reach_error();
  tell(&hidden);
  return 0;
}
