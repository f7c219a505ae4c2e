// check: null-dereference
// A tree of words: the smallest is looked for in an empty one.
#include <stdio.h>
#include <stdlib.h>

struct tree {
  int key;
  struct tree *left, *right;
};

static void insert(struct tree **at, int key) {
  while (*at)
    at = key < (*at)->key ? &(*at)->left : &(*at)->right;
  *at = calloc(1, sizeof **at);
  if (!*at)
    exit(1);
  (*at)->key = key;
}

static int smallest(const struct tree *tree) {
  while (tree->left) /* BUG */
    tree = tree->left;
  return tree->key;
}

int main(void) {
  struct tree *root = NULL;
  int c;
  while ((c = getchar()) != EOF && c != '\n')
    if (c != ' ')
      insert(&root, c);
  printf("%c\n", smallest(root));
  return 0;
}
