// expect: UNKNOWN
// What twice() gets is what is in another register: nobody knows.
extern void reach_error(void);
extern int twice(int);
int main(void) {
  if (twice(2) != 4)
    reach_error();
  return 0;
}
