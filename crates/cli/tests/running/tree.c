// arguments: 
// input: words
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct tree {
  struct tree *left, *right;
  char *key;
  unsigned count;
} tree;

static tree *add(tree *to, const char *key) {
  if (!to) {
    to = calloc(1, sizeof *to);
    to->key = strdup(key);
  }
  int order = strcmp(key, to->key);
  if (order < 0)
    to->left = add(to->left, key);
  else if (order > 0)
    to->right = add(to->right, key);
  else
    to->count++;
  return to;
}

static int walk(const tree *at, int depth) {
  if (!at)
    return depth;
  int left = walk(at->left, depth + 1);
  printf("%s x%u @%d\n", at->key, at->count, depth);
  int right = walk(at->right, depth + 1);
  return left > right ? left : right;
}

static void drop(tree *at) {
  if (at) {
    drop(at->left);
    drop(at->right);
    free(at->key);
    free(at);
  }
}

int main(void) {
  tree *root = NULL;
  char word[24];
  while (scanf("%23s", word) == 1)
    root = add(root, word);
  int depth = walk(root, 0);
  drop(root);
  return depth;
}
