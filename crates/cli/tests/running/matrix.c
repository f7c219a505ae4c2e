// arguments: {p}
// input: numbers
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 2;
  if (n < 1 || n > 9)
    return 2;
  double (*a)[n] = calloc(n, sizeof *a), (*b)[n] = calloc(n, sizeof *b);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (scanf("%lf", &a[i][j]) != 1)
        a[i][j] = i == j;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        b[i][j] += a[i][k] * a[k][j];
  double trace = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      printf("%10.2f", b[i][j]);
    printf("\n");
    trace += b[i][i];
  }
  printf("trace %.4g\n", trace);
  free(a);
  free(b);
  return 0;
}
