/// Metrics in Prometheus' text format ("Exposition formats", version 0.0.4), as node_exporter reads them from its
/// folder of text files.
///
/// Label values come from strangers too: they are escaped, made visible where they control a terminal, and cut. Two
/// that are the same after that become one series: a reader refuses a whole file in which a series stands twice.
package struct PrometheusText: Sendable {
    /// One number with its labels.
    package struct Sample: Sendable {
        let labels: KeyValuePairs<String, String>
        let value: Int64

        package init(_ labels: KeyValuePairs<String, String>, _ value: some BinaryInteger) {
            (self.labels, self.value) = (labels, Int64(clamping: value))
        }

        /// A number without labels.
        package init(_ value: some BinaryInteger) { self.init([:], value) }
    }

    /// The way in which two samples with the same labels become one.
    package enum Merging: Sendable {
        case sum, least
    }

    /// Characters of a label's value.
    package static let valueLimit = 200

    /// The text so far; every line has its end.
    package private(set) var text = ""

    package init() {}

    /// Appends a metric, which is a gauge; one without samples is left out.
    ///
    /// - Parameters:
    ///   - name: letters, digits and underscores, with its unit at the end.
    ///   - help: one line.
    package mutating func add(_ name: String, _ help: String, _ samples: [Sample], merging: Merging = .sum) {
        guard !samples.isEmpty else { return }
        var order: [String] = []
        var values: [String: Int64] = [:]
        for sample in samples {
            let labels = Self.labels(sample.labels)
            guard let value = values[labels] else {
                order.append(labels)
                values[labels] = sample.value
                continue
            }
            values[labels] = merging == .sum ? value + sample.value : min(value, sample.value)
        }
        text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) gauge\n"
        for labels in order { text += "\(name)\(labels) \(values[labels] ?? 0)\n" }
    }

    private static func labels(_ labels: KeyValuePairs<String, String>) -> String {
        // To Prometheus a label with an empty value is one that is not there.
        let parts = labels.filter { !$0.value.isEmpty }.map { "\($0.key)=\"\(escaped(cut($0.value), quotes: true))\"" }
        return parts.isEmpty ? "" : "{" + parts.joined(separator: ",") + "}"
    }

    private static func cut(_ value: String) -> String {
        let scalars = value.unicodeScalars
        guard scalars.dropFirst(valueLimit).first != nil else { return value }
        return String(String.UnicodeScalarView(scalars.prefix(valueLimit - 1))) + "…"
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var result = ""
        for character in SafeText.line(text).unicodeScalars {
            switch character {
            case "\\": result += "\\\\"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
