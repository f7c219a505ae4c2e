// arguments: 
// input: text
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 31

struct entry {
  struct entry *next;
  int count;
  char word[];
};

static struct entry *table[BUCKETS];

static unsigned hash(const char *text) {
  unsigned value = 5381;
  while (*text)
    value = value * 33 ^ (unsigned char)*text++;
  return value % BUCKETS;
}

static void add(const char *word) {
  struct entry **slot = &table[hash(word)];
  for (struct entry *entry = *slot; entry; entry = entry->next)
    if (!strcmp(entry->word, word)) {
      entry->count++;
      return;
    }
  struct entry *entry = malloc(sizeof *entry + strlen(word) + 1);
  strcpy(entry->word, word);
  entry->count = 1;
  entry->next = *slot;
  *slot = entry;
}

int main(void) {
  char word[32];
  while (scanf("%31s", word) == 1)
    add(word);
  for (int i = 0; i < BUCKETS; i++)
    while (table[i]) {
      struct entry *entry = table[i];
      printf("%-12s|%4d|%02x\n", entry->word, entry->count, i);
      table[i] = entry->next;
      free(entry);
    }
  return 0;
}
