// expect: UNKNOWN
// A pointer just behind an array may be the address of the next object, also after its bytes were copied.
extern void reach_error(void);
extern void *memcpy(void *, const void *, unsigned long);
int main(void) {
  int first[4], second[4];
  int *end = first + 3, *copy;
  end += 1;
  memcpy(&copy, &end, sizeof end);
  if (copy == second)
    reach_error();
  return 0;
}
