/// The word with which an end closes (RFC 6455 §5.5.1, §7.4): a code, and a reason for people who look for faults.
package struct CloseStatus: Hashable, Sendable {
    package var code: UInt16
    package var reason: String

    package init(_ code: UInt16, reason: String = "") { (self.code, self.reason) = (code, reason) }

    package static let normalClosure: UInt16 = 1000
    package static let protocolError: UInt16 = 1002
    /// Never sent: the other end has closed without a code (§7.4.1).
    package static let noStatusReceived: UInt16 = 1005
    /// Never sent: the connection has ended without a word (§7.4.1).
    package static let abnormalClosure: UInt16 = 1006

    /// The most octets of a reason: two of a control frame are the code's.
    package static let longestReason = FrameHead.longestControl - 2

    /// Whether a code may stand in a frame: those of §7.4.1 that are meant for one, what was registered since (IANA,
    /// WebSocket Close Code Number Registry: 1012 to 1014), and those of libraries and of programs (§7.4.2).
    package static func mayBeSent(_ code: UInt16) -> Bool {
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }

    /// Reads the payload of a close frame; nil for one without a code.
    static func read(_ payload: [UInt8]) throws(WebSocketError) -> CloseStatus? {
        guard !payload.isEmpty else { return nil }
        // §5.5.1: "If there is a body, the first two bytes of the body MUST be a 2-byte unsigned integer".
        guard payload.count >= 2 else { throw WebSocketError(.protocolError, .closeCode(nil)) }
        let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
        guard mayBeSent(code) else { throw WebSocketError(.protocolError, .closeCode(Int(code))) }
        guard let reason = String(validating: payload[2...], as: UTF8.self) else {
            throw WebSocketError(.invalidPayload, .closeReason)
        }
        return CloseStatus(code, reason: reason)
    }

    /// The payload of a close frame. A reason that is too long is cut behind a character.
    package var payload: [UInt8] {
        var reason = Substring(reason)
        while reason.utf8.count > Self.longestReason { reason.removeLast() }
        return [UInt8(truncatingIfNeeded: code >> 8), UInt8(truncatingIfNeeded: code)] + Array(reason.utf8)
    }
}
