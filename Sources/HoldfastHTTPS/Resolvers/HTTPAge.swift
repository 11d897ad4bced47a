import HoldfastTransport

/// How long a response has been in caches (RFC 9111 §5.1).
struct HTTPAge: Hashable, Sendable {
    let seconds: Int64

    /// The first `Age` field's; nothing where it is none.
    static func of(_ fields: [HTTPField]) -> HTTPAge {
        let digits = fields.first { $0.isNamed("Age") }?.value ?? ""
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return HTTPAge(seconds: 0) }
        // RFC 9111 §1.2.2: what is too large for a number is 2^31.
        return HTTPAge(seconds: min(Int64(digits) ?? 1 << 31, 1 << 31))
    }

    /// What is left of a time to live.
    func shortening(_ time: Duration?) -> Duration? {
        time.map { max($0 - .seconds(seconds), .zero) }
    }
}
