//! Pictures of measurements as SVG: a pair of axes, and lines or points over them.
//!
//! Every chore that draws a measurement draws it here, so that axes and colours mean the same in all pictures.
//!
//! Invariant: a value beyond the end of an axis is drawn at that end, so nothing leaves the picture.

use std::fmt::Write;

const HEIGHT: f64 = 480.0;
const LEFT: f64 = 60.0;
const BELOW: f64 = 50.0;
/// Space that is left free to the right and above.
const MARGIN: f64 = 20.0;
/// The colours of lines and kinds of points, in their order.
const COLOURS: [&str; 6] = ["#0b5fa5", "#c4460a", "#3a7d1e", "#7b2d8e", "#8a6d00", "#444444"];

/// One direction of a picture.
pub struct Axis {
    /// What it measures.
    label: String,
    /// The unit, behind each number.
    unit: &'static str,
    least: f64,
    most: f64,
    is_logarithmic: bool,
}

impl Axis {
    /// Powers of ten, from a positive value to one that is larger.
    pub fn logarithmic(label: &str, unit: &'static str, least: f64, most: f64) -> Self {
        Self { label: label.to_owned(), unit, least, most: most.max(least * 10.0), is_logarithmic: true }
    }

    /// From zero, in four parts at most.
    pub fn linear(label: &str, unit: &'static str, most: f64) -> Self {
        Self { label: label.to_owned(), unit, least: 0.0, most: most.max(1.0), is_logarithmic: false }
    }

    /// Where a value is, from 0 to 1.
    fn part(&self, value: f64) -> f64 {
        let value = value.clamp(self.least, self.most);
        match self.is_logarithmic {
            true => (value / self.least).log10() / (self.most / self.least).log10(),
            false => value / self.most,
        }
    }

    /// The values that have a line of the grid.
    fn ticks(&self) -> Vec<f64> {
        if !self.is_logarithmic {
            let mut ticks: Vec<f64> = (0..=4).map(|part| (self.most * f64::from(part) / 4.0).floor()).collect();
            ticks.dedup();
            return ticks;
        }
        let mut ticks = Vec::new();
        let mut value = self.least;
        while value <= self.most * 1.000_001 {
            ticks.push(value);
            value *= 10.0;
        }
        ticks
    }

    /// A value of the grid with its unit.
    fn named(&self, value: f64) -> String {
        // Powers of ten below one are not exact.
        let rounded = format!("{value:.6}");
        let digits = rounded.trim_end_matches('0').trim_end_matches('.');
        format!("{digits}{}{}", if self.unit.is_empty() { "" } else { " " }, self.unit)
    }
}

/// A picture that is being drawn.
pub struct Plot {
    svg: String,
    width: f64,
    across: Axis,
    up: Axis,
    /// How many lines and kinds of points it has.
    series: usize,
}

impl Plot {
    /// A wide picture, for lines.
    pub fn wide(across: Axis, up: Axis) -> Self {
        Self::new(860.0, across, up)
    }

    /// A picture of which both axes are equally long, with the diagonal where they measure the same.
    pub fn square(across: Axis, up: Axis) -> Self {
        Self::new(HEIGHT + LEFT - BELOW, across, up)
    }

    fn new(width: f64, across: Axis, up: Axis) -> Self {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {HEIGHT}\" font-family=\"sans-serif\" \
             font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        let mut plot = Self { svg, width, across, up, series: 0 };
        plot.grid();
        plot
    }

    fn grid(&mut self) {
        let (right, bottom) = (self.width - MARGIN, HEIGHT - BELOW);
        for value in self.across.ticks() {
            let (x, name) = (self.x(value), self.across.named(value));
            let _ = writeln!(self.svg, "<path d=\"M{x:.1} {MARGIN}V{bottom:.1}\" stroke=\"#ddd\"/>");
            let y = bottom + 18.0;
            let _ = writeln!(self.svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{name}</text>");
        }
        for value in self.up.ticks() {
            let (y, name) = (self.y(value), self.up.named(value));
            let _ = writeln!(self.svg, "<path d=\"M{LEFT} {y:.1}H{right:.1}\" stroke=\"#ddd\"/>");
            let (x, y) = (LEFT - 8.0, y + 4.0);
            let _ = writeln!(self.svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\">{name}</text>");
        }
        let (x, y) = (f64::midpoint(LEFT, self.width), HEIGHT - 10.0);
        let label = escaped(&self.across.label);
        let _ = writeln!(self.svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{label}</text>");
        let label = escaped(&self.up.label);
        let _ = writeln!(self.svg, "<text x=\"{LEFT}\" y=\"14\">{label}</text>");
    }

    fn x(&self, value: f64) -> f64 {
        LEFT + (self.width - LEFT - MARGIN) * self.across.part(value)
    }

    fn y(&self, value: f64) -> f64 {
        HEIGHT - BELOW - (HEIGHT - BELOW - MARGIN) * self.up.part(value)
    }

    /// The line where both axes have one value.
    pub fn diagonal(&mut self) {
        let (least, most) = (self.across.least.max(self.up.least), self.across.most.min(self.up.most));
        let (x, y, to_x, to_y) = (self.x(least), self.y(least), self.x(most), self.y(most));
        let _ = writeln!(
            self.svg,
            "<path d=\"M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}\" stroke=\"#888\" stroke-dasharray=\"4\"/>"
        );
    }

    /// A line in steps from the corner of the axes over points, each to the right of the one before.
    pub fn steps(&mut self, name: &str, points: impl IntoIterator<Item = (f64, f64)>) {
        let mut path = format!("M{:.1} {:.1}", self.x(self.across.least), self.y(self.up.least));
        for (x, y) in points {
            let _ = write!(path, "H{:.1}V{:.1}", self.x(x), self.y(y));
        }
        let colour = self.name(name);
        let _ = writeln!(self.svg, "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>");
    }

    /// Points of one kind.
    pub fn points(&mut self, name: &str, points: impl IntoIterator<Item = (f64, f64)>) {
        let colour = self.name(name);
        for (x, y) in points {
            let (x, y) = (self.x(x), self.y(y));
            let _ = writeln!(
                self.svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\" fill-opacity=\"0.6\"/>"
            );
        }
    }

    /// Writes a name in the next colour, which is the answer.
    fn name(&mut self, name: &str) -> &'static str {
        let colour = COLOURS[self.series % COLOURS.len()];
        let (x, y) = (LEFT + 12.0, 38.0 + 18.0 * self.series as f64);
        self.series += 1;
        let _ = writeln!(self.svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{colour}\">{}</text>", escaped(name));
        colour
    }

    /// The picture.
    pub fn finish(mut self) -> String {
        self.svg.push_str("</svg>\n");
        self.svg
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_their_ends_and_nothing_beyond() {
        let time = Axis::logarithmic("time", "s", 0.01, 100.0);
        assert_eq!([0.001, 0.01, 1.0, 100.0, 1000.0].map(|value| time.part(value)), [0.0, 0.0, 0.5, 1.0, 1.0]);
        let names: Vec<String> = time.ticks().into_iter().map(|tick| time.named(tick)).collect();
        assert_eq!(names, ["0.01 s", "0.1 s", "1 s", "10 s", "100 s"]);
        let count = Axis::linear("tasks", "", 8.0);
        assert_eq!((count.part(2.0), count.ticks()), (0.25, vec![0.0, 2.0, 4.0, 6.0, 8.0]));
        assert_eq!(Axis::linear("tasks", "", 2.0).ticks(), [0.0, 1.0, 2.0]);
    }

    #[test]
    fn a_name_cannot_end_its_text() {
        let mut plot = Plot::square(Axis::linear("a<b", "", 4.0), Axis::linear("c", "", 4.0));
        plot.points("x & </text>", [(1.0, 2.0), (9.0, 9.0)]);
        let svg = plot.finish();
        assert!(svg.contains("a&lt;b") && svg.contains("x &amp; &lt;/text>"), "{svg}");
        // The second point is at the corner of the axes' ends.
        assert!(svg.contains("cx=\"470.0\" cy=\"20.0\""), "{svg}");
    }
}
