// proved
// Virtual calls, a virtual destructor, and what `new` gave is given back.
struct Shape {
    virtual int area() const = 0;
    virtual ~Shape() = default;
};

struct Square : Shape {
    int side;
    explicit Square(int s) : side(s) {}
    int area() const override { return side * side; }
};

struct Strip : Shape {
    int *parts;
    int count;
    explicit Strip(int n) : parts(new int[n]), count(n) {
        for (int i = 0; i < n; i++) parts[i] = i;
    }
    ~Strip() override { delete[] parts; }
    int area() const override { return parts[count - 1]; }
};

int main(int argc, char **) {
    Shape *shape = argc > 1 ? static_cast<Shape *>(new Square(3)) : new Strip(4);
    int area = shape->area();
    delete shape;
    return area;
}
