// expect: UNKNOWN
// The arguments beyond the first few are no objects.
extern void reach_error(void);
int main(int count, char **arguments) {
  if (count > 12 && !arguments[10]) reach_error();
  return 0;
}
