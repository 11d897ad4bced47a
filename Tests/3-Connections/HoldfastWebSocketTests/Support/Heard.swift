import HoldfastWebSocket
import TestSupport

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
                    words.append("\(piece.kind):\(shownOctets(message))")
                    message = []
                case .ping(let octets): words.append("ping:\(shownOctets(octets))")
                case .pong(let octets): words.append("pong:\(shownOctets(octets))")
                case .close(let status): words.append(status.map { "close:\($0.code):\($0.reason)" } ?? "close")
                }
            }
        }
    } catch {
        words.append("!\(error.code.rawValue)")
    }
    return words.joined(separator: " ")
}
