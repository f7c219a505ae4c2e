// expect: UNKNOWN
extern void reach_error(void);
int kept __attribute__((noinit));
int main(void) {
  if (kept != 0) reach_error();
  return 0;
}
