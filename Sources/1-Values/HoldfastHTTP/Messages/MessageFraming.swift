import HoldfastX509

/// The place where a message's content ends (RFC 9112 §6.3).
package enum MessageFraming: Hashable, Sendable {
    case none
    case length(Int)
    case chunked
    /// With the connection: of responses alone.
    case connection

    /// The framing of a request.
    ///
    /// - Throws: ``MessageError`` for one that says two things, or something that not everybody understands.
    package init(of head: RequestHead, _ leniency: MessageLeniency = .strict) throws(MessageError) {
        self = try Self.declared(head, leniency) ?? .none
    }

    /// The framing of a response to a request of a method.
    package init(
        of head: ResponseHead, to method: String, _ leniency: MessageLeniency = .strict
    ) throws(MessageError) {
        // RFC 9110 §6.4.1: these have no content whatever their fields say, and behind a 2xx to CONNECT is a tunnel.
        if method == "HEAD" || (100...199).contains(head.status) || [204, 304].contains(head.status)
            || method == "CONNECT" && (200...299).contains(head.status)
        {
            self = .none
            return
        }
        do throws(MessageError) {
            self = try Self.declared(head, leniency) ?? .connection
        } catch {
            throw MessageError(502, statement: error.statement)
        }
    }

    private static func declared(
        _ head: some MessageHead, _ leniency: MessageLeniency
    ) throws(MessageError) -> MessageFraming? {
        var codings = head.fields.all("transfer-encoding")
        if leniency.contains(.identityCoding) {
            codings.removeAll { ASCIIText.equal($0.value.utf8, "identity".utf8) }
        }
        guard codings.isEmpty else {
            // RFC 9112 §6.1: both together "might indicate an attempt to perform request smuggling", and so does one of
            // a sender that is too old for it. What is no more than `chunked` could end elsewhere for somebody else.
            guard leniency.contains(.codingBesideLength) || head.fields.all("content-length").isEmpty else {
                throw MessageError(400, .twoLengths)
            }
            guard leniency.contains(.codingInHTTP10) || head.minorVersion == 1 else {
                throw MessageError(400, .codingInHTTP10)
            }
            guard codings.count == 1, ASCIIText.equal(codings[0].value.utf8, "chunked".utf8) else {
                throw MessageError(501, .otherCoding)
            }
            return .chunked
        }
        return try length(in: head.fields, leniency).map { .length($0) }
    }

    /// The number that `Content-Length` says; nil where it does not stand there.
    ///
    /// Two that differ are how one message is made two (RFC 9112 §6.3, item 5), and a list of equal numbers could be
    /// taken for one: where messages are handed on, nobody sends it in good faith.
    package static func length(
        in fields: [HTTPField], _ leniency: MessageLeniency = .strict
    ) throws(MessageError) -> Int? {
        var length: Int?
        // By indices: a copy of each field would be counted.
        for place in fields.indices where fields[place].isNamed("Content-Length") {
            var rest = fields[place].value.utf8[...]
            while true {
                let part = leniency.contains(.equalLengths) ? rest.prefix { $0 != UInt8(ascii: ",") } : rest
                let digits = Substring(FieldGrammar.trimmed(part))
                guard let next = number(digits, leniency),
                    length == nil || leniency.contains(.equalLengths) && length == next
                else { throw MessageError(400, .contentLength) }
                length = next
                guard part.endIndex < rest.endIndex else { break }
                rest = rest[rest.index(after: part.endIndex)...]
            }
        }
        return length
    }

    private static func number(_ digits: Substring, _ leniency: MessageLeniency) -> Int? {
        guard let number = FieldGrammar.number(digits, digits: 1...18) else {
            let isLong = digits.utf8.count > 18 && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
            return isLong && leniency.contains(.longLengths) ? .max : nil
        }
        return number
    }
}
