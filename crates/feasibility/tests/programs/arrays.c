/* Small arrays at unknown indices: looked at element by element. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
short matrix[3][4];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 8, j = __VERIFIER_nondet_uint() % 8;
  int v = __VERIFIER_nondet_int();
  table[i] = v;
  int seen = table[j];
  if (seen == v) seen++;
  if (i != j && seen > 4) table[7] = table[i] ^ table[j];
  unsigned r = i % 3, c = j % 4;
  matrix[r][c] = (short)v;
  matrix[1][2]++;
  int sum = 0;
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 4; b++)
      if (matrix[a][b] > 0) sum += matrix[a][b];
  int *p = &table[i];
  if (p < &table[4]) p++;
  if (*p > sum) return 1;
  return sum > 100 ? 2 : 3;
}
