// expect: FALSE
extern void reach_error(void);
struct job { void (*run)(int); int n; };
extern void start(struct job job);
static void run(int n) {
  if (n == 5)
    reach_error();
}
int main(void) {
  struct job job = {run, 1};
  start(job);
  return 0;
}
