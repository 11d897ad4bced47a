/// The content type of a record (RFC 8446 §5.1, RFC 6520 §3).
public struct ContentType: CodePoint {
    public let number: UInt8
    public init(_ number: UInt8) { self.number = number }

    public static let changeCipherSpec = ContentType(20)
    public static let alert = ContentType(21)
    public static let handshake = ContentType(22)
    public static let applicationData = ContentType(23)
    public static let heartbeat = ContentType(24)

    public var registeredName: String? {
        switch number {
        case 20: "change_cipher_spec"
        case 21: "alert"
        case 22: "handshake"
        case 23: "application_data"
        case 24: "heartbeat"
        case 25: "tls12_cid"
        case 26: "ACK"
        default: nil
        }
    }
}

/// The type of a handshake message (RFC 8446 §4, RFC 5246 §7.4, and the registry).
public struct HandshakeType: CodePoint {
    public let number: UInt8
    public init(_ number: UInt8) { self.number = number }

    public static let helloRequest = HandshakeType(0)
    public static let clientHello = HandshakeType(1)
    public static let serverHello = HandshakeType(2)
    public static let newSessionTicket = HandshakeType(4)
    public static let endOfEarlyData = HandshakeType(5)
    public static let encryptedExtensions = HandshakeType(8)
    public static let certificate = HandshakeType(11)
    public static let serverKeyExchange = HandshakeType(12)
    public static let certificateRequest = HandshakeType(13)
    public static let serverHelloDone = HandshakeType(14)
    public static let certificateVerify = HandshakeType(15)
    public static let clientKeyExchange = HandshakeType(16)
    public static let finished = HandshakeType(20)
    public static let certificateStatus = HandshakeType(22)
    public static let keyUpdate = HandshakeType(24)
    public static let compressedCertificate = HandshakeType(25)

    public var registeredName: String? { TLSRegistry.handshakeType.name(of: number) }
}
