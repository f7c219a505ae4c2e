// expect: TRUE
// check: valid-memsafety
// with: BUG
// expect: FALSE
// check: valid-memsafety
// input: 5 3 9 3
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node { int key; struct node *left, *right; };

static void insert(struct node **t, int key) {
  if (!*t) {
    *t = malloc(sizeof(struct node));
    (*t)->key = key;
    (*t)->left = (*t)->right = 0;
  } else if (key < (*t)->key) {
    insert(&(*t)->left, key);
  } else if (key > (*t)->key) {
    insert(&(*t)->right, key);
  }
}

static void drop(struct node *t) {
  if (!t)
    return;
  drop(t->left);
#ifdef BUG
  free(t);
#endif
  drop(t->right);
#ifndef BUG
  free(t);
#endif
}

int main(void) {
  struct node *root = 0;
  for (int i = 0; i < 3; i++)
    insert(&root, __VERIFIER_nondet_int());
  drop(root);
  return 0;
}
