// flags: --check uninitialised --option memory.uninitialised=true
// What is in memory has no value until something is written there, and is asked about where it decides: in a branch, an address, an
// argument. What is only copied decides nothing.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void outside(int);
struct pair { int first, second; };

static int heapRead(void) {
  int *p = malloc(3 * sizeof *p), r = 0;
  if (!p)
    return 0;
  p[0] = 1;
  if (p[0] == 1) // uninitialised: proved
    r = 1;
  if (p[2] == 1) // uninitialised: violated
    r = 2;
  free(p);
  return r;
}

static int partlyFilled(int n) {
  int a[4];
  if (n < 0 || n > 4)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = i;
  for (int i = 0; i < 4; i++)
    if (a[i] == 7) // uninitialised: violated
      return i;
  return 0;
}

static int filled(void) {
  int a[4];
  for (int i = 0; i < 4; i++)
    a[i] = i;
  for (int i = 0; i < 4; i++)
    if (a[i] == 7) // uninitialised: proved
      return i;
  return 0;
}

static int member(void) {
  struct pair p;
  p.first = 1;
  if (p.first) // uninitialised: proved
    outside(p.second); // uninitialised: violated
  return 0;
}

static int scanned(void) {
  int x, y;
  scanf("%d", &x);
  if (x > 3) // uninitialised: violated
    return 1;
  if (scanf("%d", &y) == 1 && y > 3) // uninitialised: proved
    return 2;
  return 0;
}

static int zeros(void) {
  int *p = calloc(3, sizeof *p), r = 0, b[3] = {0};
  if (p && p[2]) // nothing to ask, it has values
    r = 1;
  free(p);
  return r + (b[1] ? 1 : 0);
}

static int grown(void) {
  char *p = malloc(2), *q;
  if (!p)
    return 0;
  p[0] = p[1] = 1;
  q = realloc(p, 4);
  if (!q) {
    free(p);
    return 0;
  }
  int r = 0;
  if (q[2]) // uninitialised: violated
    r = 2;
  free(q);
  return r;
}

static int line(void) {
  char b[4];
  if (!fgets(b, sizeof b, stdin))
    return 0;
  int i = 0;
  while (b[i]) // uninitialised: proved
    i++;
  return i;
}

static int copied(void) {
  struct pair p, q;
  p.first = 1;
  memcpy(&q, &p, sizeof q);
  return q.first ? 1 : 0; // uninitialised: proved
}

static int carried(void) {
  int a[2], x, y;
  a[0] = 1;
  x = a[0];
  y = a[1] + 1;
  if (x) // uninitialised: proved
    x = 2;
  if (y) // uninitialised: violated
    y = 2;
  return x + y;
}

int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 0: return heapRead();
  case 1: return partlyFilled(__VERIFIER_nondet_int());
  case 2: return filled();
  case 3: return member();
  case 4: return scanned();
  case 5: return zeros();
  case 6: return grown();
  case 7: return line();
  case 8: return copied();
  case 9: return carried();
  }
  return 0;
}
