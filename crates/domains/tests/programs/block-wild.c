/* Writes through pointers that no analysis of values follows, from deep below. */
extern int __VERIFIER_nondet_int(void);
struct flags { unsigned a : 3, b : 6; int n; };
int global = 4, exposed = 5, other[3] = { 1, 2, 3 };
struct flags table[3];
int *anywhere;
void poke(unsigned long address, int value) { int *p = (int *)(address ^ 0x5a5a5a5aul); *p = value; }
void deep(unsigned long address, int n) { if (n > 0) deep(address, n - 1); else poke(address, 40 + n); }
int look(int *p) { return *p; }
void set(struct flags *f, int i) { f[i].a = i + 1; f[i].b = f[i].a * 9; f[i].n = i; }
int quiet(int x) { global += x; return global; }
int main(void) {
  int mine = 1, hidden = 2, seen = 3, i; int *kept = &seen;
  anywhere = &exposed;
  other[1] = look(&mine);
  set(table, 1);
  deep((unsigned long)&mine ^ 0x5a5a5a5aul, 2);
  hidden += quiet(mine);
  for (i = 0; i < 3; i++) { set(table, i); poke((unsigned long)&other[i] ^ 0x5a5a5a5aul, i); }
  seen = table[2].b + other[2] + look(kept);
  deep((unsigned long)kept ^ 0x5a5a5a5aul, 1);
  *anywhere = table[1].a;
  other[__VERIFIER_nondet_int() & 1] = 8;
  mine = look(anywhere) + quiet(hidden) + seen;
  poke((unsigned long)(anywhere == &exposed ? &table[2].n : &mine) ^ 0x5a5a5a5aul, 6);
  return mine + exposed + table[2].n;
}
