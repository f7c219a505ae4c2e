// expect: TRUE
// Operands of `sizeof` and `typeof` are evaluated where their type has a length that is known at run time only (C11
// 6.5.3.4p2), a type name is evaluated once, and `_Alignof` evaluates nothing. The numbers are those of gcc.
extern void reach_error(void);

static int calls;

static void *row(void) {
  static int rows[9];
  calls++;
  return rows;
}

int main(void) {
  int n = 2, k = 0, d = 5, sum = 0;
  int a[n][n];
  sum += sizeof(a[k++]); // a row of two
  sum += sizeof(&a[k++]); // a pointer: not evaluated
  sum += sizeof(a[0][k++]); // an int: not evaluated
  if (k != 1 || sum != 8 + sizeof(void *) + 4)
    reach_error();

  typeof(a[k++]) b;
  typeof(&a[k++]) c;
  typeof(a[0][k++]) e;
  if (k != 3 || sizeof b != 8 || sizeof e != 4)
    reach_error();

  k = 1;
  (int (*)[k++])0;
  (void)(int (*)[k++])0;
  (void)_Alignof(int[k++]);
  (void)sizeof(int(*)[k++]);
  (void)sizeof(sizeof(int[k++]));
  (void)__builtin_types_compatible_p(int[k++], int[3]);
  char f[sizeof(int[k++])];
  if (k != 4 || sizeof f != 12)
    reach_error();

  int(*(*get)(void))[n] = (int(*(*)(void))[n])row;
  if (sizeof(*get()) != 8 || calls != 1)
    reach_error();

  // Effects in the operand come before a sibling is read, as gcc orders them.
  d = d + sizeof(a[(d = 7, 0)]);
  int x = k + (int)sizeof(char[k++]);
  if (d != 15 || x != 9)
    reach_error();
  return 0;
}
