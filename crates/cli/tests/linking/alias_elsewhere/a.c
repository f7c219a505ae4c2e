// expect: TRUE
// Only an alias has this name, in a file that nothing else leads to.
extern void reach_error(void);
int twice(int x);

int main(void) {
  if (twice(2) != 4)
    reach_error();
  return 0;
}
