void emit(unsigned long long value);
/* Breadth-first search, Floyd's shortest paths. */
enum { N = 7 };
static const char edges[][2] = {{0, 1}, {1, 2}, {2, 3}, {0, 4}, {4, 5}, {5, 3}, {5, 6}};
int main(void) {
    int adj[N][N] = {0}, dist[N], q[N], h = 0, t = 0;
    for (unsigned i = 0; i < sizeof edges / sizeof *edges; i++) adj[edges[i][0]][edges[i][1]] = adj[edges[i][1]][edges[i][0]] = 1;
    for (int i = 0; i < N; i++) dist[i] = -1;
    dist[q[t++] = 2] = 0;
    while (h < t) {
        int u = q[h++];
        for (int v = 0; v < N; v++) if (adj[u][v] && dist[v] < 0) dist[q[t++] = v] = dist[u] + 1;
    }
    for (int i = 0; i < N; i++) emit(dist[i]);
    int d[N][N];
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) d[i][j] = i == j ? 0 : adj[i][j] ? (i + j) % 4 + 1 : 1000;
    for (int k = 0; k < N; k++) for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) if (d[i][k] + d[k][j] < d[i][j]) d[i][j] = d[i][k] + d[k][j];
    for (int i = 0; i < N; i++) emit(d[0][i] * 100 + d[6][i]);
    return 0;
}
