// expect: TRUE
extern void reach_error(void);
struct handle { int value; };
extern struct handle *open(void);
extern void fill(struct handle *);
extern void look(const struct handle *);
int main(void) {
  struct handle *handle = open();
  if (!handle)
    return 0;
  fill(handle);
  handle->value = 0;
  look(handle);
  if (handle->value == 3)
    reach_error();
  return 0;
}
