// expect: FALSE
// No read of POSIX: a function of another file.
extern void reach_error(void);
struct packet {
  int kind;
};
int read(struct packet);
int main(void) {
  struct packet p = {1};
  if (read(p) == 9) reach_error();
  return 0;
}
