// expect: FALSE
// Nothing of the other file is named here, and its function runs before `main`.
extern void reach_error(void);
int ready;

int main(void) {
  if (ready)
    reach_error();
  return 0;
}
