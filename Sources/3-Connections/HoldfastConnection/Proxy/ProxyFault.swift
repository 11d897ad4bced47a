package import HoldfastHTTP

/// A reason for which a dialogue with a proxy leads to no server.
package enum ProxyFault: Hashable, Sendable {
    // Before anything is said.
    /// A user or a password of fewer octets than 1, or of more than 255 (RFC 1929 §2), or a user with a NUL, which ends
    /// it in SOCKS 4.
    case unusableLogin
    /// A name of more than 255 octets or of none, or one with a NUL for SOCKS 4A.
    case unusableName
    /// A target for which the protocol has no words: a name or an IPv6 address for SOCKS 4, an IPv6 address for SOCKS
    /// 4A.
    case unusableKind

    // The connection.
    /// The connection ended: whether after an octet of the answer that was waited for.
    case closed(hasBegun: Bool)

    // HTTP.
    /// The answer begins otherwise than one of HTTP/1.1.
    case otherProtocol
    /// The head of an answer is none that can be read.
    case malformed(MessageError)
    /// The heads of one answer have more octets than are read.
    case longHead(limit: Int)
    /// The content of a 407, whose length nobody had said, has more octets than are read.
    case longContent(limit: Int)
    /// The proxy has been answered so many times, and asks again.
    case asksWithoutEnd(limit: Int)
    /// The proxy refuses the tunnel, with any status but 407.
    case refused(ResponseHead)

    // SOCKS.
    /// The answer begins with another octet than the protocol's.
    case otherVersion(UInt8)
    /// None of the methods that were offered is taken (RFC 1928 §3).
    case noMethod
    /// The method that was chosen had not been offered.
    case unofferedMethod(UInt8)
    /// The proxy takes neither the user nor the password (RFC 1929 §2).
    case loginRefused(status: UInt8)
    /// The proxy refuses the connection.
    case socks5(SOCKS5Reply)
    /// The proxy refuses the connection.
    case socks4(SOCKS4Reply)
    /// The reply has an address of a kind that is none (RFC 1928 §5).
    case unknownAddressKind(UInt8)
}

/// The replies by which a proxy of SOCKS 5 refuses (RFC 1928 §6).
package enum SOCKS5Reply: Hashable, Sendable {
    case generalFailure
    case notAllowed
    case networkUnreachable
    case hostUnreachable
    case connectionRefused
    case timeToLiveExpired
    case commandNotSupported
    case addressTypeNotSupported
    case unassigned(UInt8)

    init(_ code: UInt8) {
        self =
            switch code {
            case 1: .generalFailure
            case 2: .notAllowed
            case 3: .networkUnreachable
            case 4: .hostUnreachable
            case 5: .connectionRefused
            case 6: .timeToLiveExpired
            case 7: .commandNotSupported
            case 8: .addressTypeNotSupported
            default: .unassigned(code)
            }
    }

    /// The number of the reply, which the RFC gives it.
    package var code: UInt8 {
        switch self {
        case .generalFailure: 1
        case .notAllowed: 2
        case .networkUnreachable: 3
        case .hostUnreachable: 4
        case .connectionRefused: 5
        case .timeToLiveExpired: 6
        case .commandNotSupported: 7
        case .addressTypeNotSupported: 8
        case .unassigned(let code): code
        }
    }
}

/// The replies by which a proxy of SOCKS 4 refuses ("SOCKS: A protocol for TCP proxy across firewalls").
package enum SOCKS4Reply: Hashable, Sendable {
    /// 91: rejected or failed.
    case rejected
    /// 92: the proxy finds nobody on the client who tells it the user (RFC 1413).
    case noIdentd
    /// 93: another user is told than the client says.
    case otherUser
    case unassigned(UInt8)

    init(_ code: UInt8) {
        self =
            switch code {
            case 91: .rejected
            case 92: .noIdentd
            case 93: .otherUser
            default: .unassigned(code)
            }
    }
}

// Thrown within this room alone: others read it as the state of a dialogue, and have words of their own for it.
extension ProxyFault: Error {}
