// expect: TRUE
// A member that lies behind the object which a pointer is the address of names nothing.
extern void reach_error(void);
struct far { int near[12], far; };
int small, others[64];
int main(void) {
  struct far *p = (struct far *)&small;
  p->far = 3;
  for (int i = 0; i < 64; i++)
    if (others[i])
      reach_error();
  return 0;
}
