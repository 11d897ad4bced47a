import HoldfastHTTP
import HoldfastTransport
import HoldfastWeb
import HoldfastX509

/// The journal of a download that may go on after the process ended: what the bytes beside it are part of, and how many
/// of them are safe.
struct DownloadJournal: Hashable, Sendable {
    /// Octets of a journal.
    static let byteLimit = 64 << 10
    private static let heading = "holdfast download 1"

    /// The URL that was asked, without user and password; redirects are followed anew.
    let url: String
    /// The digest of where the bytes came from and what its server was judged by, in hexadecimal digits
    /// (`HTTPSResponse.partSource(_:)`).
    let source: String
    let validator: RangeValidator
    /// The size of the whole; nil where the server has not said it.
    let total: Int64?
    /// Bytes that were on the disk when this was written.
    var safe: Int64
    /// The system's start (`boot_id`) in which it was written: until the next one the file has every byte that was
    /// written to it, whatever became of the process.
    let boot: String

    init(url: HTTPSURL, validator: RangeValidator, total: Int64?, safe: Int64, boot: String, source: String) {
        self.url = url.description
        self.source = source
        self.validator = validator
        self.total = total
        self.safe = safe
        self.boot = boot
    }

    /// Reads a journal; nil for anything that was not written here.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.byteLimit, let text = String(validating: bytes, as: UTF8.self), text.hasSuffix("\n")
        else { return nil }
        let lines = text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count == 8, lines[0] == Self.heading,
            let read = try? HTTPSURL(dangerouslyAllowingPlainHTTP: lines[1]), read.description == lines[1],
            let validator = RangeValidator(
                entityTag: lines[2].isEmpty ? nil : lines[2], lastModified: lines[3].isEmpty ? nil : lines[3]),
            // What goes into a field of the next request must be one.
            HTTPField(name: "If-Range", value: validator.value)?.value == validator.value,
            let safe = FieldGrammar.number(lines[5], digits: 1...19).map(Int64.init), lines[7].utf8.count == 64,
            HexString.decode(lines[7]) != nil
        else { return nil }
        let total = FieldGrammar.number(lines[4], digits: 1...19).map(Int64.init)
        guard total != nil || lines[4].isEmpty, total.map({ safe <= $0 }) ?? true else { return nil }
        (url, self.validator, self.total, self.safe, boot) = (lines[1], validator, total, safe, lines[6])
        source = lines[7]
    }

    /// The journal as it is written: eight lines.
    var bytes: [UInt8] {
        let lines = [
            Self.heading, url, validator.entityTag ?? "", validator.lastModified ?? "", total.map { "\($0)" } ?? "",
            "\(safe)", boot, source,
        ]
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    /// The number of bytes of a file that are known to be the server's.
    ///
    /// - Parameter size: the file's.
    func usable(of size: Int64, boot: String) -> Int64? {
        // A file that is shorter than it was safely is another.
        guard size >= safe else { return nil }
        let count = boot == self.boot && !boot.isEmpty ? size : safe
        return total.map { min(count, $0) } ?? count
    }
}
