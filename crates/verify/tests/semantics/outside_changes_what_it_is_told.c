// expect: TRUE
// with: BUG
// expect: FALSE
// Code outside that is handed a pointer of its own changes what is there.
extern void reach_error(void);
struct handle { int value; };
extern struct handle *open(void);
extern void fill(struct handle *);
#ifndef BUG
extern void look(const struct handle *);
#endif
int main(void) {
  struct handle *handle = open();
  if (!handle)
    return 0;
#ifdef BUG
  handle->value = 0;
#endif
  fill(handle);
#ifndef BUG
  handle->value = 0;
  look(handle);
#endif
  if (handle->value == 3)
    reach_error();
  return 0;
}
