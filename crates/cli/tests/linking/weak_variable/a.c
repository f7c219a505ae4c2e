// expect: FALSE
extern void reach_error(void);
__attribute__((weak)) int verbose = 0;

int main(void) {
  if (verbose)
    reach_error();
  return 0;
}
