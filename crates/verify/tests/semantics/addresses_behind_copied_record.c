// expect: UNKNOWN
// A pointer just behind an array may be the address of the next object, also in a copy of the record that holds it.
extern void reach_error(void);
struct range { int *next, rest; };
int main(void) {
  int first[4], second[4];
  struct range walked = {first, 4}, copy;
  for (int i = 0; i < 4; i++)
    walked.next++;
  copy = walked;
  if (copy.next == second)
    reach_error();
  return 0;
}
