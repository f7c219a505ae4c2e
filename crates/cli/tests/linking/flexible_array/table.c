struct counted { int count; int values[]; };
struct counted three = {3, {1,2,3}};
int sum(void){ int s=0; for (int i=0;i<three.count;i++) s+=three.values[i]; return s; }
