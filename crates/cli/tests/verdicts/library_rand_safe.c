// expect: TRUE
extern void reach_error(void);
int rand(void);
int getchar(void);
int main(void) {
  if (rand() < 0) reach_error();
  int c = getchar();
  if (c < -1 || c > 255) reach_error();
  return 0;
}
