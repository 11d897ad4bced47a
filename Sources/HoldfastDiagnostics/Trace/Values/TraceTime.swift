/// Lengths of time of a trace as people and programs read them.
enum TraceTime {
    static func milliseconds(_ duration: Duration) -> Double { duration / .milliseconds(1) }

    /// Milliseconds with three decimals, without a unit: `12.345`.
    static func text(_ duration: Duration) -> String { text(milliseconds(duration), decimals: 3) }

    /// A number with so many decimals; what is no number is a dash.
    static func text(_ value: Double, decimals: Int) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "–" }
        let scale = (0..<decimals).reduce(1.0) { product, _ in product * 10 }
        let whole = Int((abs(value) * scale).rounded())
        var digits = String(whole)
        while digits.count <= decimals { digits = "0" + digits }
        let sign = value < 0 && whole > 0 ? "-" : ""
        guard decimals > 0 else { return sign + digits }
        return sign + digits.dropLast(decimals) + "." + digits.suffix(decimals)
    }
}
