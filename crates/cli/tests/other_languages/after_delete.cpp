// violated: valid-deref 13
// The iterator goes on from a node that was just deleted.
struct Node {
    int value;
    Node *next;
};

int main(int argc, char **) {
    Node *head = nullptr;
    for (int i = 0; i < 2; i++) head = new Node{i, head};
    int sum = 0;
    if (argc > 1) {
        for (Node *n = head; n; n = n->next) {
            sum += n->value;
            delete n;
        }
    }
    return sum;
}
