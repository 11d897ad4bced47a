import HoldfastTracing
import HoldfastStatements

/// TCP, TLS and trust as bars on one scale, and TLS : TCP.
struct TraceBars {
    let timing: TraceTiming
    let style: TextStyle
    let isLoopback: Bool

    init(_ timing: TraceTiming, style: TextStyle, isLoopback: Bool) {
        self.timing = timing
        self.style = style
        self.isLoopback = isLoopback
    }

    /// The steps that happened, in their order, each with its name and time.
    static func steps(_ timing: TraceTiming) -> [(name: LocalizedText, milliseconds: Double)] {
        let steps: [(LocalizedText, Duration?)] = [
            (PageWord.dns.words, timing.dns), (.same("TCP"), timing.tcp), (TraceWord.startTLS.words, timing.startTLS),
            (.same("TLS"), timing.tls), (TraceWord.trust.words, timing.trust),
        ]
        return steps.compactMap { name, value in value.map { (name, max(0, TraceTime.milliseconds($0))) } }
    }

    func lines(width: Int?, language: PageLanguage) -> [String] {
        let steps = Self.steps(timing)
        guard let longest = steps.map(\.milliseconds).max(), longest > 0 else { return [] }
        let names = steps.map { $0.name.text(in: language) }
        let nameWidth = (names.map(WrappedText.columnCount).max() ?? 0) + 2
        let room = max(4, min(50, (width ?? 100) - nameWidth - 16))
        var lines = zip(names, steps).map { name, step in
            let cells = max(1, Int((step.milliseconds / longest * Double(room)).rounded()))
            let time = TraceTime.text(step.milliseconds, decimals: 3)
            let bar = String(repeating: "█", count: cells)
            return name.padded(to: nameWidth) + time.rightAligned(in: 10) + " ms  "
                + style.faint(bar)
        }
        if let ratio = timing.ratio {
            let trips = timing.roundTrips == 1 ? "1 round trip" : "\(timing.roundTrips) round trips"
            let number = "TLS : TCP = \(TraceTime.text(ratio, decimals: 2)) : 1"
            let words = LocalizedText(
                "\(number); the handshake of TLS took \(trips)", "\(number)；TLS 握手往返 \(timing.roundTrips) 次")
            lines += WrappedText.lines(words.text(in: language), width: width ?? .max)
        }
        guard isLoopback, timing.ratio != nil else { return lines }
        return lines
            + WrappedText.lines(TraceWord.loopback.words.text(in: language), width: width ?? .max)
            .map { style.warning($0) }
    }
}

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
