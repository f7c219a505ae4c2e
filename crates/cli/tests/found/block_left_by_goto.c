// class: lifetime of a block's variable, by each way out
// expect: FALSE
// flags: --property valid-deref
struct pair { int a, b; };
static struct pair *kept;
int main(void) {
  {
    struct pair x = {1, 2};
    kept = &x;
    goto out;
  }
out:
  return kept->b;
}
