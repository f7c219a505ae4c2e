/* Sorting and searching (7.22.5, <search.h>). Insertion sort: which comparisons are made is not specified. Of elements
   that compare equal either may come first. */
typedef typeof(sizeof 0) size_t;
void __cairn_swap(char *x, char *y, size_t size);

/* Numbers and pointers as a whole, where elements have their size. */
void __cairn_swap(char *x, char *y, size_t size) {
  if (size == sizeof(void *)) {
    void *first = *(void **)x;
    *(void **)x = *(void **)y;
    *(void **)y = first;
  } else if (size == sizeof(int)) {
    int first = *(int *)x;
    *(int *)x = *(int *)y;
    *(int *)y = first;
  } else
    for (size_t i = 0; i < size; i++) {
      char byte = x[i];
      x[i] = y[i];
      y[i] = byte;
    }
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  __cairn_unspecified_calls();
  for (size_t i = 1; i < count; i++)
    for (size_t j = i; j > 0; j--) {
      char *y = (char *)base + j * size, *x = y - size;
      int order = compare(x, y);
      if (order < 0 || (order == 0 && !__cairn_unknown_bool()))
        break;
      __cairn_swap(x, y, size);
    }
}

void qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *more) {
  __cairn_unspecified_calls();
  for (size_t i = 1; i < count; i++)
    for (size_t j = i; j > 0; j--) {
      char *y = (char *)base + j * size, *x = y - size;
      int order = compare(x, y, more);
      if (order < 0 || (order == 0 && !__cairn_unknown_bool()))
        break;
      __cairn_swap(x, y, size);
    }
}

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *)) {
  size_t low = 0, high = count;
  __cairn_unspecified_calls();
  while (low < high) {
    size_t middle = (low + high) / 2;
    const char *at = (const char *)base + middle * size;
    int order = compare(key, at);
    if (order == 0)
      return (void *)at;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return 0;
}

void *lfind(const void *key, const void *base, size_t *count, size_t size,
            int (*compare)(const void *, const void *)) {
  for (size_t i = 0; i < *count; i++)
    if (compare(key, (const char *)base + i * size) == 0)
      return (char *)base + i * size;
  return 0;
}

void *lsearch(const void *key, void *base, size_t *count, size_t size, int (*compare)(const void *, const void *)) {
  for (size_t i = 0; i < *count; i++)
    if (compare(key, (const char *)base + i * size) == 0)
      return (char *)base + i * size;
  char *new = (char *)base + *count * size;
  __builtin_memcpy(new, key, size);
  ++*count;
  return new;
}

/* A binary tree; a node begins with its key. */
void *tsearch(const void *key, void **root, int (*compare)(const void *, const void *)) {
  if (!root)
    return 0;
  __cairn_unspecified_calls();
  while (*root) {
    void **node = *root;
    int order = compare(key, node[0]);
    if (order == 0)
      return node;
    root = order < 0 ? node + 1 : node + 2;
  }
  void **new = __builtin_calloc(3, sizeof(void *));
  if (new) {
    new[0] = (void *)key;
    *root = new;
  }
  return new;
}

void *tfind(const void *key, void *const *root, int (*compare)(const void *, const void *)) {
  if (!root)
    return 0;
  __cairn_unspecified_calls();
  while (*root) {
    void **node = *root;
    int order = compare(key, node[0]);
    if (order == 0)
      return node;
    root = order < 0 ? node + 1 : node + 2;
  }
  return 0;
}
