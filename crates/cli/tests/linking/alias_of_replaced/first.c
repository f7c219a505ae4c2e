// expect: UNKNOWN
// An alias stays one of the weak definition in its file, which another file replaces under the definition's own name.
extern void reach_error(void);
__attribute__((weak)) int level(void) { return 1; }
int own_level(void) __attribute__((alias("level")));
int main(void) {
  if (own_level() != 1 || level() != 2)
    reach_error();
  return 0;
}
