#define _GNU_SOURCE
#include <stdlib.h>
#include <search.h>
#include <string.h>
void emit(unsigned long long);
static int up(const void *a, const void *b) { return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b; }
static int by(const void *a, const void *b, void *sign) { return up(a, b) * *(int *)sign; }
struct named { char name[7]; short n; };
static int names(const void *a, const void *b) { return strcmp(((struct named *)a)->name, ((struct named *)b)->name); }
int main(void) {
  int a[] = {5, -3, 9, 0, 7, 100, -50, 2};
  qsort(a, 8, sizeof *a, up);
  for (int i = 0; i < 8; i++) emit(a[i]);
  int key = 7, *found = bsearch(&key, a, 8, sizeof *a, up); emit(found - a);
  key = 8; emit(bsearch(&key, a, 8, sizeof *a, up) == 0); emit(bsearch(&key, a, 0, sizeof *a, up) == 0);
  int sign = -1; qsort_r(a, 8, sizeof *a, by, &sign);
  for (int i = 0; i < 8; i++) emit(a[i]);
  struct named s[] = {{"pear", 1}, {"apple", 2}, {"fig", 3}};
  qsort(s, 3, sizeof *s, names);
  for (int i = 0; i < 3; i++) { emit(s[i].name[0]); emit(s[i].n); }
  size_t n = 3; int t[5] = {4, 5, 6}; key = 5;
  emit((int *)lfind(&key, t, &n, sizeof *t, up) - t); key = 9; emit(lfind(&key, t, &n, sizeof *t, up) == 0);
  emit((int *)lsearch(&key, t, &n, sizeof *t, up) - t); emit(n); emit(t[3]);
  void *root = 0;
  for (int i = 0; i < 5; i++) { int **x = tsearch(&a[i], &root, up); emit(**x); }
  key = a[2]; int **x = tfind(&key, &root, up); emit(*x == &a[2]); key = 77; emit(tfind(&key, &root, up) == 0);
  return 0;
}
