@testable import HoldfastTLS

/// A handshake message is read or named with what is wrong and where; what was read says what stands there. The first
/// octet chooses the version and the cipher suite that were agreed on; behind it comes a stream of messages.
func checkHandshake(_ bytes: [UInt8]) throws(Violation) {
    var choices = Choices(bytes)
    let choice = choices.octet()
    let versions: [ProtocolVersion?] = [nil, .tls10, .tls12, .tls13]
    // Key exchanges by RSA, DHE, ECDHE, PSK, and none that is known.
    let suites: [UInt16?] = [nil, 0x002F, 0x0033, 0xC02F, 0x00A8, 0xC0AC, 0x1301, 0xFFFF]
    let context = HandshakeContext(
        version: versions[Int(choice & 3)], cipherSuite: suites[Int(choice >> 2 & 7)].map { CipherSuite($0) })
    let rest = Array(bytes.dropFirst())
    try checkRead(rest, context)
    try checkStream(rest)
    try checkRecords(rest)
}

/// A ClientHello, with its header or without.
func checkClientHello(_ bytes: [UInt8]) throws(Violation) {
    let length = [16, 8, 0].map { UInt8(truncatingIfNeeded: bytes.count >> $0) }
    for message in [bytes, [1] + length + bytes] where message.first == 1 {
        try checkRead(message, HandshakeContext())
        guard case .clientHello(let hello) = HandshakeMessage(message, in: HandshakeContext()).content else { continue }
        // Before TLS 1.3 there may be no extensions at all, not even their length, or a list of none.
        let body = Array(message.dropFirst(4))
        let isSame = written(hello) == body || hello.extensions.isEmpty && written(hello) + [0, 0] == body
        try expect(isSame, "written again it is another ClientHello")
        try expect(hello.random.count == 32 && hello.sessionID.count <= 32, "a random or a session of another length")
        for name in [hello.serverName].compactMap(\.self) { try expect(name.utf8.count <= bytes.count, "a name grew") }
        try expect(
            !hello.offeredVersions.isEmpty || hello.extensions.contains { $0.error != nil }, "no version is offered")
    }
}

private func checkRead(_ bytes: [UInt8], _ context: HandshakeContext) throws(Violation) {
    let message = HandshakeMessage(bytes, in: context)
    try expect(message.bytes == bytes, "other bytes are shown than were sent")
    try expect(HandshakeMessage(bytes, in: context) == message, "the same bytes are read in two ways")
    if let error = message.error {
        try expect(message.content == .unread, "what cannot be read says something")
        try expect((0...max(bytes.count, 1)).contains(error.offset), "octet \(error.offset) is none of \(bytes.count)")
        try expect((1...300).contains(error.description.utf8.count), "a defect without words, or with too many")
    }
    var next = context
    next.note(message)
    switch message.content {
    case .serverHello(let hello), .helloRetryRequest(let hello):
        try expect(next.cipherSuite == hello.cipherSuite, "another cipher suite is kept")
    default: try expect(next == context, "only a ServerHello settles anything")
    }
    for one in extensions(of: message.content) {
        try expect(one.error == nil || one.content == .unread, "an extension that cannot be read says something")
        try expect(bytes.firstRange(of: one.data) != nil, "an extension has bytes that were not sent")
    }
}

private func extensions(of content: HandshakeMessage.Content) -> [HelloExtension] {
    switch content {
    case .clientHello(let hello): hello.extensions
    case .serverHello(let hello), .helloRetryRequest(let hello): hello.extensions
    case .encryptedExtensions(let list): list
    case .certificate(let message): message.entries.flatMap(\.extensions)
    case .certificateRequest(let request): request.extensions
    case .newSessionTicket(let ticket): ticket.extensions
    default: []
    }
}

/// Where the pieces end is nothing to a message (RFC 8446 §5.1).
private func checkStream(_ bytes: [UInt8]) throws(Violation) {
    var whole = HandshakeStream()
    guard let messages = try? whole.append(bytes) else { return }
    var pieces = HandshakeStream()
    var found: [[UInt8]] = []
    for octet in bytes {
        do throws(WireError) {
            found += try pieces.append([octet])
        } catch {
            throw Violation("in pieces it is refused: \(error)")
        }
    }
    try expect(found == messages, "in pieces there are \(found.count) messages, and not \(messages.count)")
    try expect(messages.flatMap(\.self).count <= bytes.count, "messages have more bytes than were sent")
    try expect(pieces.isInsideMessage == whole.isInsideMessage, "in pieces it ends elsewhere")
}

private func checkRecords(_ bytes: [UInt8]) throws(Violation) {
    var whole = RecordStream()
    whole.append(bytes)
    var pieces = RecordStream()
    var (records, found): ([TLSRecord], [TLSRecord]) = ([], [])
    var (isRefused, isRefusedInPieces) = (false, false)
    do throws(WireError) {
        while let record = try whole.next() { records.append(record) }
    } catch {
        isRefused = true
        try expect((0...bytes.count).contains(error.offset), "octet \(error.offset) is none of \(bytes.count)")
    }
    for octet in bytes where !isRefusedInPieces {
        pieces.append([octet])
        do throws(WireError) {
            while let record = try pieces.next() { found.append(record) }
        } catch {
            isRefusedInPieces = true
        }
    }
    try expect(found == records && isRefused == isRefusedInPieces, "in pieces there are other records")
    let all = records.flatMap(\.bytes)
    try expect(all == Array(bytes.prefix(all.count)), "records have bytes that were not sent")
    for record in records { try expect(record.fragment.count == record.length, "a record of another length") }
}

/// RFC 8446 §4.1.2.
private func written(_ hello: ClientHello) -> [UInt8] {
    func number(_ value: Int, _ octets: Int) -> [UInt8] {
        (0..<octets).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    func vector(_ octets: Int, _ content: [UInt8]) -> [UInt8] { number(content.count, octets) + content }
    var bytes = number(Int(hello.legacyVersion.number), 2) + hello.random + vector(1, hello.sessionID)
    bytes += vector(2, hello.cipherSuites.flatMap { number(Int($0.number), 2) })
    bytes += vector(1, hello.compressionMethods)
    let extensions = hello.extensions.flatMap { number(Int($0.type.number), 2) + vector(2, $0.data) }
    return bytes + (extensions.isEmpty ? [] : vector(2, extensions))
}
