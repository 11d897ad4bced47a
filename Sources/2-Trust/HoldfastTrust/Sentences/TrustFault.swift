public import HoldfastStatements
import HoldfastX509

extension ServerTrustError: Sentence, CustomStringConvertible {
    package static let topic = "serverTrust"

    /// The fault as a statement.
    public var statement: Statement { Statement(self) }

    public var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .empty: LocalizedText("no certificate was presented", "没有出示证书")
        case .tooManyCertificates(let count, let limit):
            LocalizedText(
                "\(count) certificates were presented; the limit is \(limit)", "出示了 \(count) 张证书；上限为 \(limit) 张")
        case .tooManyBytes(let count, let limit):
            LocalizedText(
                "\(count) bytes of certificates were presented; the limit is \(limit)",
                "出示的证书共 \(count) 字节；上限为 \(limit) 字节")
        }
    }

    package var plainName: String { if case .empty = self { "empty" } else { "" } }
}

extension ProfileError: Sentence, CustomStringConvertible {
    package static let topic = "profile"

    /// The fault as a statement.
    public var statement: Statement { Statement(self) }

    public var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .unknownRequirement(let id):
            LocalizedText("no rule has a requirement '\(id)'", "没有哪条规则有“\(id)”这项要求")
        }
    }

    package var plainName: String { "" }
}

extension AnchorConstraintError: Sentence, CustomStringConvertible {
    package static let topic = "anchorConstraintFault"

    /// The fault as a statement.
    public var statement: Statement { Statement(self) }

    public var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .notAFingerprint(let octets):
            LocalizedText(
                "the anchor is named by a SHA-256, which has 32 bytes and not \(octets)",
                "信任锚以 SHA-256 指明，它为 32 字节，而不是 \(octets) 字节")
        }
    }

    package var plainName: String { "" }
}

extension TrustExceptionError: Sentence, CustomStringConvertible {
    package static let topic = "trustException"

    /// The fault as a statement.
    public var statement: Statement { Statement(self) }

    public var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .notAFingerprint(let bytes):
            LocalizedText(
                "the certificate is named by a SHA-256, which has 32 bytes and not \(bytes)",
                "证书以 SHA-256 指明，它为 32 字节，而不是 \(bytes) 字节")
        case .noCodes:
            LocalizedText(
                "an exception names the codes that it overrides, and this one names none",
                "例外要写明它所放行的代码，而这一项没有写明")
        case .notExceptable(let codes):
            LocalizedText(
                "no exception may override " + codes.map(\.rawValue).joined(separator: ", "),
                "任何例外都不得放行 " + codes.map(\.rawValue).joined(separator: "、"))
        case .endsBeforeItBegins(let until):
            LocalizedText("the end \(until) is not later than the beginning", "终止时间 \(until) 不晚于起始时间")
        case .endsTooLate(let until, let latest):
            LocalizedText(
                "the end \(until) is too late: an exception lasts \(TrustException.maximumDays) days at most, "
                    + "thus until \(latest)",
                "终止时间 \(until) 太晚：例外最长 \(TrustException.maximumDays) 天，即到 \(latest) 为止")
        case .noteTooLong:
            LocalizedText(
                "the note is longer than \(TrustException.maximumNoteBytes) bytes",
                "备注超过 \(TrustException.maximumNoteBytes) 字节")
        }
    }

    package var plainName: String {
        switch self {
        case .noCodes: "noCodes"
        case .noteTooLong: "noteTooLong"
        case .notAFingerprint, .notExceptable, .endsBeforeItBegins, .endsTooLate: ""
        }
    }
}

extension DangerousAcceptAnyError: Sentence, CustomStringConvertible {
    package static let topic = "dangerousAcceptAny"

    /// The fault as a statement.
    public var statement: Statement { Statement(self) }

    public var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .noEnd: LocalizedText("accepting any certificate needs an end", "接受任意证书须有终止时间")
        case .noHosts:
            LocalizedText(
                "accepting any certificate needs loopback or at least one named server",
                "接受任意证书须限于环回地址或至少一个指明的服务器")
        case .endsBeforeItBegins(let until):
            LocalizedText("the end \(until) is not later than the beginning", "终止时间 \(until) 不晚于起始时间")
        case .endsTooLate(let until, let latest):
            LocalizedText(
                "the end \(until) is too late: any certificate is accepted for \(DangerousAcceptAny.maximumDays) days "
                    + "at most, thus until \(latest)",
                "终止时间 \(until) 太晚：接受任意证书最长 \(DangerousAcceptAny.maximumDays) 天，即到 \(latest) 为止")
        case .wildcard(let text): LocalizedText("'\(text)' is a wildcard; name each server", "“\(text)”是通配符；请逐一指明服务器")
        case .notAHost(let error): error.statement.words
        }
    }

    package var plainName: String {
        switch self {
        case .noEnd: "noEnd"
        case .noHosts: "noHosts"
        case .endsBeforeItBegins, .endsTooLate, .wildcard, .notAHost: ""
        }
    }
}
