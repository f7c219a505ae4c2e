// The maximum of two, with a wrong assignment.
extern void reach_error(void);
int main(void) {
  int a = 3, b = 8, max = a;
  if (b > a)
    max = a;
  if (max != 8)
    reach_error();
  return 0;
}
