typedef enum { RED, GREEN, BLUE } colour;
typedef enum { KEEP, TURN } manner;
typedef struct { colour paint; enum { SMALL, LARGE } size; union { int whole; char part[4]; }; } thing;
extern thing current;
extern enum { OFF, ON } power;
int unused(enum { NEVER } when, struct { int x; } *what);
colour mix(colour a, manner how, thing *t);
manner (*chosen(manner))(colour);
