// expect: TRUE
// A record that is passed by value stays as it is.
extern void reach_error(void);
struct bytes {
  char content[12];
};
extern void take(struct bytes);
int main(void) {
  struct bytes bytes = {{1, 2, 3}};
  take(bytes);
  if (bytes.content[1] != 2)
    reach_error();
  return 0;
}
