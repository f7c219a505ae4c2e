// expect: TRUE
// A subscript that leaves its object names nothing: no violation rests on what lies there by chance.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int before[4], rows[2][3], after[4];
int (*row)[3] = rows;
int main(void) {
  int k = __VERIFIER_nondet_int();
  row[0][k] = 4;
  for (int i = 0; i < 4; i++)
    if (before[i] || after[i])
      reach_error();
  return 0;
}
