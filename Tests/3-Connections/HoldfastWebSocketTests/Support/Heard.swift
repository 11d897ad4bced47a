import HoldfastWebSocket

/// The frame of some octets, whatever the rules say.
func frame(
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

func text(_ text: String, isFinal: Bool = true) -> [UInt8] { frame(1, Array(text.utf8), isFinal: isFinal) }

func more(_ text: String, isFinal: Bool = true) -> [UInt8] { frame(0, Array(text.utf8), isFinal: isFinal) }

/// The octets of hexadecimal text.
func octets(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// What a client hears in octets: messages whole, in words, and the code that it closes with for what is wrong.
///
/// - Parameter size: octets that come at once.
func heard(_ bytes: [UInt8], by size: Int = .max, inflater: MessageInflater? = nil) -> String {
    var reader = WebSocketReader(.client, inflater: inflater)
    var words: [String] = []
    var message: [UInt8] = []
    var start = 0
    do throws(WebSocketError) {
        while start < bytes.count {
            let end = start + min(size, bytes.count - start)
            reader.add(Array(bytes[start..<end]))
            start = end
            while let event = try reader.next() {
                switch event {
                case .piece(let piece):
                    message += piece.octets
                    guard piece.isLast else { continue }
                    words.append("\(piece.kind):\(shown(message))")
                    message = []
                case .ping(let octets): words.append("ping:\(shown(octets))")
                case .pong(let octets): words.append("pong:\(shown(octets))")
                case .close(let status): words.append(status.map { "close:\($0.code):\($0.reason)" } ?? "close")
                }
            }
        }
    } catch {
        words.append("!\(error.code.rawValue)")
    }
    return words.joined(separator: " ")
}

/// Short text as it is, anything else by its length.
private func shown(_ octets: [UInt8]) -> String {
    guard octets.count <= 40, let text = String(validating: octets, as: UTF8.self) else { return "\(octets.count)" }
    return text
}
