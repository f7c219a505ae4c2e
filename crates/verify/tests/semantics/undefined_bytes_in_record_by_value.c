// expect: UNKNOWN
// The bytes of an address in a record that is passed by value.
extern void reach_error(void);
extern void *memcpy(void *, const void *, unsigned long);
struct bytes {
  char content[12];
};
extern void take(struct bytes);
int main(void) {
  int x = 0;
  int *p = &x;
  struct bytes bytes = {{0}};
  memcpy(bytes.content + 2, &p, sizeof p);
  take(bytes);
  if (x)
    reach_error();
  return 0;
}
