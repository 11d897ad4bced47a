/// The frame of a WebSocket (RFC 6455 §5.2) of some octets, whatever the rules say; without a mask.
package func rawFrame(
    _ opcode: UInt8, _ payload: [UInt8] = [], isFinal: Bool = true, reserved: UInt8 = 0
) -> [UInt8] {
    var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | reserved << 4 | opcode]
    switch payload.count {
    case ...125: bytes.append(UInt8(payload.count))
    case ...0xFFFF: bytes += [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default: bytes += [127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> (8 * $0)) }
    }
    return bytes + payload
}

package func rawText(_ text: String, isFinal: Bool = true) -> [UInt8] {
    rawFrame(1, Array(text.utf8), isFinal: isFinal)
}

package func rawMore(_ text: String, isFinal: Bool = true) -> [UInt8] {
    rawFrame(0, Array(text.utf8), isFinal: isFinal)
}

/// A message in frames of so many octets each.
package func rawFragments(_ opcode: UInt8, _ payload: [UInt8], by most: Int = 1) -> [UInt8] {
    guard payload.count > most else { return rawFrame(opcode, payload) }
    return stride(from: 0, to: payload.count, by: most).flatMap { start -> [UInt8] in
        let end = min(start + most, payload.count)
        return rawFrame(start == 0 ? opcode : 0, Array(payload[start..<end]), isFinal: end == payload.count)
    }
}

/// The place of a frame's parts, and the octets that its head says the payload has.
private func parts(of frame: ArraySlice<UInt8>) -> (head: Int, payload: Int, isMasked: Bool)? {
    guard frame.count >= 2 else { return nil }
    let second = frame[frame.startIndex + 1]
    let (short, isMasked) = (Int(second & 0x7F), second & 0x80 != 0)
    let extended = short == 126 ? 2 : short == 127 ? 8 : 0
    guard frame.count >= 2 + extended else { return nil }
    let length = frame.dropFirst(2).prefix(extended).reduce(0) { $0 << 8 | Int($1) }
    return (2 + extended, extended == 0 ? short : length, isMasked)
}

/// Frames without a mask as a client sends them (RFC 6455 §5.3), each with a key of its own; the last may be cut short.
package func maskedFrames(_ octets: [UInt8]) -> [UInt8] {
    var rest = octets[...]
    var (made, key): ([UInt8], [UInt8]) = ([], [0x37, 0xFA, 0x21, 0x3D])
    made.reserveCapacity(octets.count + 64)
    while let (head, length, _) = parts(of: rest) {
        made += rest.prefix(head)
        made[made.count - head + 1] |= 0x80
        made += key
        rest = rest.dropFirst(head)
        var turn = 0
        for octet in rest.prefix(length) {
            made.append(octet ^ key[turn])
            turn = (turn + 1) & 3
        }
        rest = rest.dropFirst(length)
        key = key.map { $0 &* 5 &+ 7 }
    }
    return made
}

/// What an end of a WebSocket has sent, frame by frame, in words: messages whole, as `text:Hello` or, where they are
/// long or no text, `binary:65536`; `ping:`, `pong:`, and `close:1000:` with the reason.
///
/// - Parameter isMasked: whether each frame has to be; one that is not as it has to be says so.
package func wordsOfFrames(_ octets: [UInt8], areMasked: Bool) -> [String] {
    var (rest, message, kind, words) = (octets[...], [UInt8](), "", [String]())
    while let first = rest.first, let (head, length, isMasked) = parts(of: rest) {
        guard isMasked == areMasked else { return words + [isMasked ? "masked" : "not masked"] }
        rest = rest.dropFirst(head)
        let key = Array(rest.prefix(isMasked ? 4 : 0))
        rest = rest.dropFirst(key.count)
        guard rest.count >= length else { return words + ["cut short"] }
        var payload = Array(rest.prefix(length))
        if isMasked { for place in payload.indices { payload[place] ^= key[place & 3] } }
        rest = rest.dropFirst(length)
        switch first & 0x0F {
        case 8: words.append(wordOfClose(payload))
        case 9: words.append("ping:\(shownOctets(payload))")
        case 10: words.append("pong:\(shownOctets(payload))")
        default:
            if first & 0x0F != 0 { kind = first & 0x0F == 1 ? "text" : "binary" }
            message += payload
            guard first & 0x80 != 0 else { continue }
            words.append("\(kind):\(shownOctets(message))")
            message = []
        }
    }
    return words
}

private func wordOfClose(_ payload: [UInt8]) -> String {
    guard payload.count >= 2 else { return "close" }
    return "close:\(Int(payload[0]) << 8 | Int(payload[1])):\(String(decoding: payload.dropFirst(2), as: UTF8.self))"
}

/// Short text as it is, anything else by its length.
package func shownOctets(_ octets: [UInt8]) -> String {
    guard octets.count <= 40, let text = String(validating: octets, as: UTF8.self) else { return "\(octets.count)" }
    return text
}
