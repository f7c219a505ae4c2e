// expect: TRUE
extern void reach_error(void);
extern int table[], count;
extern const char name[];
int main(void) {
  int sum = 0;
  for (int i = 0; i < count; i++)
    sum += table[i];
  if (sum != 6 || name[1] != 'b')
    reach_error();
  return 0;
}
