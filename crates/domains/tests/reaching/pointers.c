// x: 13 17
// y: 14 17
// z: 15
// g: 6 17
extern int __VERIFIER_nondet_int(void);
int g = 5;
int *stays = &g;
int main(void) {
  int x = 0, y = 0, z = 0;
  int *p = &x;
  if (__VERIFIER_nondet_int()) p = &y;
  /* By name: kills what was written through pointers, too. */
  x = 1;
  y = 2;
  z = 3;
  /* May be any variable whose address is taken, and kills nothing; z is not one. */
  *p = 4;
HERE:
  return x + y + z + *stays;
}
