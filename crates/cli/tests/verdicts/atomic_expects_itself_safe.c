// expect: TRUE
// What `__sync_bool_compare_and_swap` expects may be read from the object that it changes.
extern void reach_error(void);
static int x = 5;
int main(void) {
  if (!__sync_bool_compare_and_swap(&x, x, x + 1))
    reach_error();
  if (x != 6 || __sync_val_compare_and_swap(&x, x, 9) != 6 || x != 9)
    reach_error();
  if (__sync_fetch_and_add(&x, x) != 9 || __sync_add_and_fetch(&x, x) != 36 || __atomic_exchange_n(&x, x + 1, 5) != 36)
    reach_error();
  return x != 37 ? (reach_error(), 1) : 0;
}
