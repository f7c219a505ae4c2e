// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);

int main(void) {
#ifdef BUG
  int m[3][3] = {{1, 2, 3}, {4, 6, 5}, {7, 8, 9}};
#else
  int m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
#endif
  int trace = 0;
  for (int i = 0; i < 3; i++)
    trace += m[i][i];
  if (trace != 15)
    reach_error();
  return 0;
}
