// expect: FALSE
// Code outside that is handed a pointer of its own changes what is there.
extern void reach_error(void);
struct handle { int value; };
extern struct handle *open(void);
extern void fill(struct handle *);
int main(void) {
  struct handle *handle = open();
  if (!handle)
    return 0;
  handle->value = 0;
  fill(handle);
  if (handle->value == 3)
    reach_error();
  return 0;
}
