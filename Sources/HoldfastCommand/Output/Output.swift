import HoldfastDiagnostics

/// How verdicts and other results reach standard output.
enum Output {
    static func verdict(_ report: VerdictReport, json: Bool) {
        if json {
            line(of: report)
        } else {
            Console.result(report.text(Console.resultStyle))
        }
    }

    /// Any value as one line of JSON.
    static func line(of value: some Encodable) {
        do {
            Console.result(bytes: try JSONLine.bytes(of: value) + [UInt8(ascii: "\n")])
        } catch {
            // Our values hold texts and numbers only, which JSON has a form for.
            Console.complain("cannot write JSON: \(error)", hint: nil)
        }
    }
}
