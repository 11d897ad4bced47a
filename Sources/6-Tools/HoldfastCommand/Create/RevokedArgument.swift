import HoldfastJSON
import HoldfastX509

/// A certificate to take back, out of the options: its number, why, and when.
struct RevokedArgument {
    let serialNumber: SerialNumber
    /// The certificate's issuer; nil where only its number is given.
    var issuer: DistinguishedName?
    private(set) var reason: RevocationReason?
    private(set) var date: Instant?

    /// The certificates of `--revoked` and `--revoked-cert`, with `--reason` and `--revoked-at` where they say neither.
    static func all(of invocation: Invocation) throws(CommandError) -> [RevokedArgument] {
        let reason = try reason(of: invocation)
        let date = try StatedTime.value(of: .revokedAt, invocation)
        var all: [RevokedArgument] = []
        for text in invocation.values(.revoked) { all.append(try RevokedArgument(text)) }
        for path in invocation.values(.revokedCertificate) {
            let certificate = try InputCertificate.first(of: path)
            all.append(RevokedArgument(serialNumber: certificate.serialNumber, issuer: certificate.issuer))
        }
        for index in all.indices {
            all[index].reason = all[index].reason ?? reason
            all[index].date = all[index].date ?? date
        }
        return all
    }

    /// The reason of `--reason`; nil where it is not given, and for `unspecified`.
    static func reason(of invocation: Invocation) throws(CommandError) -> RevocationReason? {
        guard let text = invocation.value(.reason) else { return nil }
        return try reason(text, of: .reason)
    }

    private init(serialNumber: SerialNumber, issuer: DistinguishedName?) {
        self.serialNumber = serialNumber
        self.issuer = issuer
    }

    /// `SERIAL[:REASON[:TIME]]`; the number's octets may stand between colons, as certificates are printed.
    private init(_ text: String) throws(CommandError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        // No reason has two letters, and a time comes after a reason, or after the colon of none.
        let octets = parts.dropFirst().prefix { $0.utf8.count == 2 && HexString.decode($0) != nil }
        let digits = ([parts[0]] + octets).joined()
        let isEven = digits.utf8.count.isMultiple(of: 2)
        guard !digits.isEmpty, let magnitude = HexString.decode(isEven ? digits : "0" + digits) else {
            throw .usage(
                CreateSentence.noSerialNumber(option: CommandOption.revoked.name, text: text),
                hint: CreateAdvice.writeHexadecimal)
        }
        serialNumber = SerialNumber(magnitude: magnitude)
        var rest = parts.dropFirst(1 + octets.count)
        if let word = rest.popFirst(), !word.isEmpty { reason = try Self.reason(word, of: .revoked) }
        if !rest.isEmpty { date = try StatedTime.time(rest.joined(separator: ":"), of: .revoked) }
    }

    /// RFC 5280 §5.3.1: "the reason code CRL entry extension SHOULD be absent instead of using the unspecified (0)
    /// reasonCode value".
    private static func reason(_ text: String, of option: CommandOption) throws(CommandError) -> RevocationReason? {
        let names = RevocationReason.allCases.map(\.description)
        guard let reason = RevocationReason.allCases.first(where: { $0.description == text }) else {
            throw .usage(
                CreateSentence.noReason(option: option.name, text: text),
                hint: Suggestion.closest(to: text, among: names).map { UsageAdvice.didYouMean(word: $0) }
                    ?? CreateAdvice.reasons(names: names.joined(separator: ", ")))
        }
        return reason == .unspecified ? nil : reason
    }
}
