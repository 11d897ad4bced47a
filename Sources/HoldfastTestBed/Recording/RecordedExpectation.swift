public import HoldfastX509

/// One line of a recording's expectations: which chain, judged how, must come to what.
public struct RecordedExpectation: Hashable, Sendable, CustomStringConvertible {
    /// The entry's name in the catalogue; its chain stands in `NAME.pem`.
    public let name: String
    /// The host name or address that is to be proven.
    public let host: String
    /// The instant to judge for.
    public let at: Instant
    /// Other arguments of `holdfast evaluate`.
    public let arguments: [String]
    /// The exit code of `holdfast evaluate`.
    public let exit: Int32
    /// The codes of all findings that are errors: exactly these, sorted.
    public let codes: [String]
    /// The file of anchors.
    public let anchors: String

    init(_ entry: BadServer, at moment: Instant, anchors: String) {
        name = entry.name
        host = entry.host
        at = moment.advanced(bySeconds: entry.judgedAfter ?? 0)
        arguments = entry.arguments
        exit = entry.expectedExit
        codes = entry.expectedFindings.sorted()
        self.anchors = anchors
    }

    /// The line: columns between bars, words between spaces, a hyphen for none.
    public var description: String {
        func words(_ list: [String]) -> String { list.isEmpty ? "-" : list.joined(separator: " ") }
        return [name, host, "\(at)", words(arguments), "\(exit)", words(codes), anchors].joined(separator: " | ")
    }

    /// The titles of the columns.
    static let header = "# name | host | at | arguments | exit | codes | anchors"
}
