import Foundation
import PeerPrograms

/// What differs from run to run in what commands print, and what stands for it in the documentation. Nothing else may
/// differ: a block with anything more, such as a digest of a key that is made anew, drifts and fails.
///
/// - Ports of the catalogue's servers: the numbers below, in the order in which the servers are started.
/// - The folder of a lab: one name.
/// - Days: the day of the run is shown as 21 November 2026, and all others as far from it as they are from the run.
/// - Times of day: one, whatever it is.
/// - The group of the key exchange, which OpenSSL chooses by its version: that of OpenSSL 3.0.
struct TranscriptNormalisation {
    private static let shownPorts = ["33347", "43443", "36871", "41029"]
    private static let shownFolder = "/tmp/holdfast-lab-Ih9Tzt"
    private static let shownDay = 20_778  // 2026-11-21, counted from 1970-01-01
    private static let shownTime = "T09:54:04Z"

    /// Days since 1970 at the beginning of the run.
    let day: Int
    private var ports: [String] = []
    private var folder: String?

    init(at date: Date = Date()) { day = Int(date.timeIntervalSince1970) / 86_400 }

    /// Learns what a lab printed: its folder and its ports.
    mutating func learn(_ output: String) {
        folder = output.firstMatch(of: /\/[^ ]*\/holdfast-lab-[A-Za-z0-9]+/).map { String($0.output) } ?? folder
        let places = output.matches(of: /(?:--connect-to [^ :]+|https:\/\/[a-z0-9.-]+\.test):([0-9]+)[:\/]/)
        for match in places where !ports.contains(String(match.1)) {
            ports.append(String(match.1))
        }
    }

    /// A command as the documentation has it, made one that can be run.
    func actual(_ command: String) -> String {
        var text = folder.map { command.replacing(Self.shownFolder, with: $0) } ?? command
        for (shown, port) in zip(Self.shownPorts, ports) { text = text.replacing(":\(shown)", with: ":<\(port)>") }
        return text.replacing(/:<([0-9]+)>/) { ":\($0.1)" }
    }

    /// What was printed, as the documentation has it.
    func shown(_ output: String) -> String {
        var text = folder.map { output.replacing($0, with: Self.shownFolder) } ?? output
        for (shown, port) in zip(Self.shownPorts, ports) {
            text = text.replacing(":\(port)", with: ":<\(shown)>")
        }
        text = text.replacing(/:<([0-9]+)>/) { ":\($0.1)" }
        text = text.replacing(", \(OpenSSLLibrary.usualGroup), ", with: ", x25519, ")
        return text.replacing(/\b([0-9]{4})-([0-9]{2})-([0-9]{2})(T[0-9:.]+Z)?/) { match in
            shifted(match.1, match.2, match.3).map { $0 + (match.4 == nil ? "" : Self.shownTime) }
                ?? String(match.output.0)
        }
    }

    private func shifted(_ year: Substring, _ month: Substring, _ day: Substring) -> String? {
        let format = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
        guard let date = try? Date("\(year)-\(month)-\(day)", strategy: format) else { return nil }
        return date.addingTimeInterval(Double(Self.shownDay - self.day) * 86_400).formatted(format)
    }
}
