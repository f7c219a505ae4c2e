// expect: TRUE
// What code outside puts there is the address of nothing that it was not told of.
extern void reach_error(void);
struct handle { int *at; };
extern struct handle *open(void);
extern void fill(struct handle *);
int main(void) {
  int own = 1;
  int *volatile kept = &own;
  struct handle *handle = open();
  if (!handle)
    return 0;
  fill(handle);
  if (handle->at)
    *handle->at = 2;
  if (*kept != 1)
    reach_error();
  return 0;
}
