// arguments: 
// input: numbers
#include <math.h>
#include <stdio.h>

int main(void) {
  double x, n = 0, mean = 0, m2 = 0, logs = 0;
  while (scanf("%lf", &x) == 1) {
    n++;
    double delta = x - mean;
    mean += delta / n;
    m2 += delta * (x - mean);
    logs += log(fabs(x) + 1);
  }
  if (n < 2)
    return 1;
  printf("n=%.0f mean=%.5f sd=%.5f geo=%.6f\n", n, mean, sqrt(m2 / (n - 1)), exp(logs / n) - 1);
  printf("%a %G %10.1e %s\n", mean, m2, m2, mean > 0 ? "up" : "down");
  return 0;
}
