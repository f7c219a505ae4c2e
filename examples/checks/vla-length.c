// The sum of as many squares as there are arguments.
int main(int argc, char **argv) {
  int count = argc - 1;
  if (count > 40)
    return 1;
  int squares[count], sum = 0;
  for (int i = 0; i < count; i++)
    squares[i] = i * i;
  for (int i = 0; i < count; i++)
    sum += squares[i];
  return sum > 1000;
}
