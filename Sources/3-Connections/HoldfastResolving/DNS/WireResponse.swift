/// A response (RFC 1035 §4.1) to one question, read whole: every record of every section is as long as it says.
struct WireResponse {
    /// The response code of the header and the OPT record together (RFC 6891 §6.1.3).
    let responseCode: Int
    let answers: [WireRecord]
    let authorities: [WireRecord]

    /// Reads the response to a question.
    ///
    /// - Parameters:
    ///   - message: at most 65,535 octets.
    ///   - name: the name that was asked for.
    ///   - type: the type of record that was asked for, in the class IN.
    init(_ message: [UInt8], to name: WireName, type: UInt16) throws(DNSWireError) {
        guard message.count <= Int(UInt16.max) else { throw DNSWireError(.tooLong) }
        var reader = DNSReader(message)
        let identifier = try reader.number16()
        let flags = try reader.number16()
        var counts: [Int] = []
        for _ in 0..<4 { counts.append(Int(try reader.number16())) }
        // RFC 8484 §4.1: queries have the identifier 0, so that caches know them again.
        guard identifier == 0 else { throw DNSWireError(.otherIdentifier) }
        guard flags & 0x8000 != 0 else { throw DNSWireError(.query) }
        guard flags & 0x7800 == 0 else { throw DNSWireError(.otherOperation) }
        var code = Int(flags & 0x000f)
        if counts[0] == 0, code != 0, code != 3 {
            // What a server could not read it does not repeat.
            throw DNSWireError.failed(responseCode: code)
        }
        guard counts[0] == 1, try reader.name() == name, try reader.number16() == type,
            try reader.number16() == 1
        else { throw DNSWireError(.otherQuestion) }
        // RFC 2181 §9: what is there of it is not to be used.
        guard flags & 0x0200 == 0 else { throw DNSWireError.truncated }
        answers = try Self.records(&reader, counts[1])
        authorities = try Self.records(&reader, counts[2])
        let additional = try Self.records(&reader, counts[3])
        guard reader.isAtEnd else { throw DNSWireError(.somethingBehind) }
        var options = 0
        for record in answers + authorities {
            if case .options = record.contents { throw DNSWireError(.misplacedOptions) }
            guard record.classCode == 1 else { throw DNSWireError(.otherClass) }
        }
        for record in additional {
            guard case .options(let high) = record.contents else { continue }
            guard record.name == .root else { throw DNSWireError(.namedOptions) }
            options += 1
            code |= Int(high) << 4
        }
        guard options <= 1 else { throw DNSWireError(.repeatedOptions) }
        responseCode = code
    }

    /// No more are read than the message has octets for, at 11 a record.
    private static func records(_ reader: inout DNSReader, _ count: Int) throws(DNSWireError) -> [WireRecord] {
        var records: [WireRecord] = []
        for _ in 0..<count { records.append(try WireRecord(&reader)) }
        return records
    }
}
