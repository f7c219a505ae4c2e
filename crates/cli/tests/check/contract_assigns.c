// flags: --property unreach-call
// What a function writes is checked against its clause where it is written: by name, through pointers, in callees, in the library, in
// objects of the heap and of callers; what it makes itself is its own.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

static int total, count, shared, table[8];
static struct pair { int first, second; } pair;

void byName(int n) __CPROVER_assigns(total) {
  total += n;
  if (n == 77)
    count = 1; // assigns: violated
}

static void callee(void) {
  count++; // assigns: violated
}
void inCallee(int n) __CPROVER_assigns(total) {
  if (n == 3)
    callee();
}

void throughPointer(int *p) __CPROVER_assigns(*p) {
  *p = 1; // assigns: proved
  p = &shared;
  if (__VERIFIER_nondet_int())
    *p = 2; // assigns: violated
}

void member(struct pair *p) __CPROVER_assigns(p->first) {
  p->first = 1; // assigns: proved
  if (__VERIFIER_nondet_int())
    p->second = 2; // assigns: violated
}

void range(int *a, int n) __CPROVER_assigns(__CPROVER_object_upto(a, 2 * sizeof *a)) {
  a[0] = n; // assigns: proved
  a[1] = n; // assigns: proved
  if (n > 0)
    a[2] = n; // assigns: violated
}

void library(char *to, int n) __CPROVER_assigns(*to) {
  if (n)
    memset(to, 0, 1); // assigns: proved
  else
    strcpy(to, "a"); // assigns: violated
}

int *ownObjects(void) __CPROVER_assigns() {
  int local = 1, *p = &local, *made = malloc(sizeof *made);
  *p = 2; // assigns: proved
  if (made)
    *made = local; // assigns: proved
  return made;
}

void oldObject(int *old) __CPROVER_assigns() {
  int *new = malloc(sizeof *new);
  if (!new)
    return;
  *new = 1; // assigns: proved
  *old = 2; // assigns: violated
  free(new);
}

static void write1(void) {
  total = 1;
}
static void write2(void) {
  pair.second = 1; // assigns: violated
}
void byCall(int n) __CPROVER_assigns(total) {
  void (*f)(void) = n ? write1 : write2;
  f();
}

static void reset(int *p) {
  (void)p;
  count = 0; // assigns: violated
}
void withCleanup(int n) __CPROVER_assigns(total) {
  __attribute__((cleanup(reset))) int x = n;
  total = x;
}

int main(void) {
  int n = __VERIFIER_nondet_int(), own = 0, *heap;
  char text[4];
  switch (__VERIFIER_nondet_int()) {
  case 0:
    byName(n % 100);
    break;
  case 1:
    inCallee(n);
    break;
  case 2:
    throughPointer(&own);
    break;
  case 3:
    member(&pair);
    break;
  case 4:
    range(table, n);
    break;
  case 5:
    library(text, n);
    break;
  case 6:
    free(ownObjects());
    break;
  case 7:
    heap = malloc(sizeof *heap);
    if (heap)
      oldObject(heap);
    free(heap);
    break;
  case 8:
    byCall(n);
    break;
  case 9:
    withCleanup(n);
    break;
  }
  return 0;
}
