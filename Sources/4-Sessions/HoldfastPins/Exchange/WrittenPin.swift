public import HoldfastTrust
import HoldfastX509

/// A pin as a file has it, which may be none.
public struct WrittenPin: Hashable, Sendable {
    /// A spelling of pins in a format.
    enum Spelling {
        /// `sha256/BASE64`: OkHttp's and our own.
        case prefixed
        /// `sha256//BASE64`, of curl.
        case curl
        /// Base64 of a SHA-256 alone, what it is of being said elsewhere.
        case bare
    }

    /// The text as it stands there.
    public let text: String
    public let group: PinSet.Group
    /// The place of the pin in the file.
    public let place: String
    /// The pin that it stands for, or why it stands for none.
    public let value: Result<Pin, WrittenPinError>
    /// The words beside it; nil for none.
    var label: PinLabel?

    init(_ text: String, as spelling: Spelling, _ group: PinSet.Group, at place: String) {
        (self.text, self.group, self.place) = (text, group, place)
        value = Self.value(of: text, as: spelling)
    }

    /// A hash of a property list of Apple's, as `SPKI-SHA256-BASE64` has it.
    package init(spkiSHA256Base64 text: String, _ group: PinSet.Group, at place: String) {
        self.init(text, as: .bare, group, at: place)
    }

    init(_ text: String, error: WrittenPinError, _ group: PinSet.Group, at place: String) {
        (self.text, self.group, self.place, value) = (text, group, place, .failure(error))
    }

    init(_ pin: Pin, _ group: PinSet.Group, at place: String) {
        (text, self.group, self.place, value) = (pin.description, group, place, .success(pin))
    }

    /// The pin; nil for what is none.
    public var pin: Pin? { try? value.get() }

    /// The reason why the text is no pin; nil for a pin.
    public var error: WrittenPinError? { if case .failure(let error) = value { error } else { nil } }

    private static func value(of text: String, as spelling: Spelling) -> Result<Pin, WrittenPinError> {
        var body = text[...]
        var subject = Pin.Subject.publicKey
        var algorithm = Pin.Algorithm.sha256
        switch spelling {
        case .bare:
            if text.hasPrefix("sha256/") || text.hasPrefix("sha1/") { return .failure(.prefix) }
        case .prefixed, .curl:
            guard let slash = text.firstIndex(of: "/") else { return .failure(.noAlgorithm) }
            var name = text[..<slash]
            if name.hasPrefix("certificate-") {
                subject = .certificate
                name = name.dropFirst("certificate-".count)
            }
            guard name != "sha1" else { return .failure(.sha1) }
            guard let known = Pin.Algorithm(rawValue: String(name)) else {
                return .failure(.unknownAlgorithm(String(text[..<slash])))
            }
            algorithm = known
            body = text[text.index(after: slash)...]
            // A hash may begin with a slash of its own: only one that is too long for a hash is a second one.
            let isDoubled = body.hasPrefix("/") && body.utf8.count > (algorithm.digestLength + 2) / 3 * 4
            if isDoubled { body = body.dropFirst() }
            if spelling == .prefixed, isDoubled, let pin = pin(of: body, subject, algorithm) {
                return .failure(.doubleSlash(pin))
            }
            if spelling == .curl, !isDoubled { return .failure(.singleSlash) }
        }
        if let error = WrittenPinError(body, subject, algorithm) { return .failure(error) }
        return pin(of: body, subject, algorithm).map { .success($0) } ?? .failure(.notBase64)
    }

    private static func pin(of body: Substring, _ subject: Pin.Subject, _ algorithm: Pin.Algorithm) -> Pin? {
        Base64.decode(body).flatMap { try? Pin(subject: subject, algorithm: algorithm, digest: $0) }
    }
}

/// Mistake in a text that was to be a pin, of the kinds that are made in the field.
public enum WrittenPinError: Error, Hashable, Sendable {
    /// The text is no Base64.
    case notBase64
    /// A hash in hexadecimal digits; the pin that it was to be, where it is as long as one.
    case hexadecimal(Pin?)
    /// Base64 of another alphabet (RFC 4648 §5) or without padding; the pin that it was to be.
    case otherBase64(Pin)
    /// A SHA-1, which OkHttp still takes: two keys with the same SHA-1 can be made.
    case sha1
    /// No hash of that length.
    case wrongLength(Pin.Algorithm, bytes: Int)
    /// curl's `sha256//` where one slash belongs; the pin that it was to be.
    case doubleSlash(Pin)
    /// One slash where curl wants two.
    case singleSlash
    /// `sha256/` where the hash alone belongs.
    case prefix
    case noAlgorithm
    case unknownAlgorithm(String)
    /// A blank in or beside curl's pin; the pin that it was to be, where there is one.
    case blank(Pin?)
    /// A semicolon of curl's with no pin behind it; the pin before it.
    case separator(Pin)

    /// Looks for a mistake in the hash itself; nil where there is none.
    fileprivate init?(_ body: Substring, _ subject: Pin.Subject, _ algorithm: Pin.Algorithm) {
        // 64 hexadecimal digits are Base64 too, of 48 bytes.
        let digits = body.utf8.filter { $0 != UInt8(ascii: ":") }
        if [40, 64, 96, 128].contains(digits.count),
            let bytes = HexString.decode(String(decoding: digits, as: UTF8.self))
        {
            self = .hexadecimal(try? Pin(subject: subject, algorithm: algorithm, digest: bytes))
            return
        }
        if let bytes = Base64.decode(body) {
            if bytes.count == algorithm.digestLength { return nil }
            self = bytes.count == 20 ? .sha1 : .wrongLength(algorithm, bytes: bytes.count)
            return
        }
        var usual = body.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        while usual.count % 4 != 0, usual.count < 128 { usual.append("=") }
        guard let bytes = Base64.decode(String(usual)),
            let pin = try? Pin(subject: subject, algorithm: algorithm, digest: bytes)
        else {
            self = .notBase64
            return
        }
        self = .otherBase64(pin)
    }

    /// The pin that was meant, where that can be told.
    public var meant: Pin? {
        switch self {
        case .hexadecimal(let pin): pin
        case .otherBase64(let pin), .doubleSlash(let pin), .separator(let pin): pin
        case .blank(let pin): pin
        default: nil
        }
    }
}
