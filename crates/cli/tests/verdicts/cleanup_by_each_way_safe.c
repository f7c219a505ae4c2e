// expect: TRUE
extern void reach_error(void);
static int k;
static void done(int *p) { k += *p; }
int main(void) {
  for (int i = 0; i < 3; i++) {
    int x __attribute__((cleanup(done))) = i;
    if (i == 1) continue;
    switch (i) { case 2: { int y __attribute__((cleanup(done))) = 10; break; } default:; }
    if (i == 2) break;
  }
  if (k != 13) reach_error();
  return 0;
}
