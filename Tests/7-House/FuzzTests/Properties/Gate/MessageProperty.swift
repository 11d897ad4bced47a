@testable import HoldfastGate
@testable import HoldfastHTTP

/// A head of HTTP/1.1, request or response: what is taken is the same once written and read, whatever pieces it comes
/// in, and has no octet that another reader could take for the end of a line.
func checkGateHead(_ bytes: [UInt8]) throws(Violation) {
    let reader = HeadReader(limits: GateLimits())
    guard let length = try? reader.length(of: bytes[...]) else { return }
    try expect(length <= bytes.count && bytes[..<length].suffix(4) == [13, 10, 13, 10], "the head ends at \(length)")
    for count in 0..<length {
        try expect((try? reader.length(of: bytes.prefix(count))) == .some(nil), "it ends earlier, at \(count)")
    }
    if let request = try? reader.request(bytes.prefix(length)) {
        try checkFields(request.fields)
        var written = request
        written.minorVersion = 1
        guard !request.fields.all("host").isEmpty else { return }
        try expect((try? reader.request(written.bytes[...])) == written, "it is another request once written")
        _ = try? MessageFraming(of: request)
        if let target = try? RequestTarget(toProxy: request), case .tunnel(let server) = target {
            try expect((try? GateTarget(authority: "\(server)")) == server, "\(server) is read as another server")
        }
    }
    if let response = try? reader.response(bytes.prefix(length)) {
        try checkFields(response.fields)
        let framing = try? MessageFraming(of: response, to: "GET")
        // A client understands all that the gate takes, and as the gate does.
        let lenient = HeadReader(.lenient, MessageLimits(headBytes: 64 << 10, fields: 200))
        try expect((try? lenient.length(of: bytes[...])) == length, "a lenient reader sees another end")
        try expect((try? lenient.response(bytes.prefix(length))) == response, "a lenient reader sees another response")
        guard let framing else { return }
        try expect(
            (try? MessageFraming(of: response, to: "GET", .lenient)) == framing, "a lenient reader sees another length")
    }
}

private func checkFields(_ fields: [HTTPField]) throws(Violation) {
    for field in fields {
        try expect(FieldGrammar.isToken(field.name.utf8), "a name is no token")
        try expect(!field.octets.contains { [0, 10, 13].contains($0) }, "a value has the end of a line")
    }
    let handedOn = fields.handedOn(keepsUpgrade: false)
    let hidden = ["connection", "transfer-encoding", "proxy-authorization", "upgrade"]
    try expect(!handedOn.contains { hidden.contains($0.name.lowercased()) }, "a field for one hop goes on")
}

/// Chunks: in pieces of any size the same content, and an end that is found once.
func checkGateChunks(_ bytes: [UInt8]) throws(Violation) {
    guard let size = bytes.first.map({ Int($0) % 17 + 1 }) else { return }
    let text = bytes.dropFirst()
    let (whole, parts) = (read(text, by: text.count + 1), read(text, by: size))
    try expect(whole?.content == parts?.content && whole?.rest == parts?.rest, "pieces change what is read")
    guard let whole else { return }
    var again: [UInt8] = whole.content.isEmpty ? [] : ChunkReader.written(whole.content[...])
    again += ChunkReader.end(whole.trailers)
    try expect(read(again[...], by: 7)?.content == whole.content, "it is another message once written")
}

private func read(
    _ text: ArraySlice<UInt8>, by size: Int
) -> (content: [UInt8], rest: [UInt8], trailers: [HTTPField])? {
    var reader = ChunkReader(HeadReader(limits: GateLimits()))
    var (content, rest) = ([UInt8](), text)
    while !rest.isEmpty, !reader.hasEnded {
        var piece = rest.prefix(size)
        let count = piece.count
        do throws(MessageError) {
            if let taken = try reader.take(&piece) { content += taken }
        } catch { return nil }
        rest = rest.dropFirst(count - piece.count)
    }
    return reader.hasEnded ? (content, Array(rest), reader.trailers) : nil
}
