// expect: UNKNOWN
// Of the arguments beyond the eighth it is not said that they are there.
extern void reach_error(void);
int main(int count, char **arguments) {
  if (count > 12 && !arguments[10]) reach_error();
  return 0;
}
