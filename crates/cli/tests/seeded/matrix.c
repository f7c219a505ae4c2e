// Products and transposes of small matrices, checked by identities.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define N 3

static void multiply(int a[N][N], int b[N][N], int c[N][N]) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      int sum = 0;
      for (int k = 0; k < N; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
  }
}

static void transpose(int a[N][N], int b[N][N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      b[j][i] = a[i][j];
}

static int trace(int a[N][N]) {
  int sum = 0;
  for (int i = 0; i < N; i++)
    sum += a[i][i];
  return sum;
}

int main(void) {
  int a[N][N], one[N][N], c[N][N], t[N][N];
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      a[i][j] = __VERIFIER_nondet_int();
      if (a[i][j] < -50 || a[i][j] > 50)
        return 0;
      one[i][j] = i == j ? 1 : 0;
    }
  }
  multiply(a, one, c);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      if (c[i][j] != a[i][j])
        reach_error();
  transpose(a, t);
  if (t[0][2] != a[2][0] || t[1][2] != a[2][1])
    reach_error();
  if (trace(t) != a[0][0] + a[1][1] + a[2][2])
    reach_error();
  return 0;
}
// fault:         sum += a[i][k] * b[k][j];  =>         sum += a[i][k] * b[j][k] + 1;
// fault:       for (int k = 0; k < N; k++)  =>       for (int k = 1; k < N; k++)
// fault:       b[j][i] = a[i][j];  =>       b[i][j] = a[i][j];
// fault:     sum += a[i][i];  =>     sum = a[i][i];
// fault:       c[i][j] = sum;  =>       c[j][i] = sum;
