// expect: FALSE
extern void reach_error(void);
struct handle { int value; int *other; };
extern struct handle *open(void);
extern void fill(struct handle *);
int main(void) {
  struct handle *handle = open();
  if (!handle)
    return 0;
  fill(handle);
  handle->value = 0;
  fill(handle);
  if (handle->value != 3)
    return 0;
  fill(handle);
  if (handle->value == 4 && handle->other && *handle->other == 7)
    reach_error();
  return 0;
}
