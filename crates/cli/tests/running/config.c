// arguments: {w} in.txt
// input: file
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct setting {
  char key[16];
  char value[16];
};

int main(int argc, char **argv) {
  FILE *in = fopen(argc > 2 ? argv[2] : "missing.conf", "rb");
  if (in == NULL) {
    perror("missing.conf");
    return EXIT_FAILURE;
  }
  struct setting *settings = NULL;
  int count = 0, line = 0;
  char text[64];
  while (fgets(text, sizeof text, in) != NULL) {
    struct setting new;
    line++;
    int fields = sscanf(text, " %15[^ \t\n] %15s", new.key, new.value);
    if (fields != 2) {
      printf("line %d: %d fields\n", line, fields);
      continue;
    }
    settings = realloc(settings, (count + 1) * sizeof *settings);
    settings[count++] = new;
  }
  fclose(in);
  FILE *out = fopen("settings.bin", "wb");
  fwrite(settings, sizeof *settings, count, out);
  fclose(out);
  out = fopen("settings.bin", "ab+");
  long size = fseek(out, 0, SEEK_END) == 0 ? ftell(out) : -1;
  rewind(out);
  struct setting back;
  while (fread(&back, sizeof back, 1, out) == 1)
    printf("%s=%s%s\n", back.key, back.value, strcmp(back.key, argv[1]) ? "" : " *");
  printf("%ld %d\n", size, feof(out) ? 1 : 0);
  fclose(out);
  free(settings);
  return remove("settings.bin") != 0;
}
