import HoldfastStatements

/// The reason for which a server refused a client's certificate, by OpenSSL's number: the server's own log has it.
///
/// openssl-verification-options(1) and X509_STORE_CTX_get_error(3) list the numbers.
package struct RefusedClient: Sendable {
    private enum Reason { case unknownAuthority, tooLong, notYetValid, expired, revoked, purpose, other }

    private let reason: Reason

    init(verifyError: Int) {
        reason =
            switch verifyError {
            case 2, 18, 19, 20, 21, 27: .unknownAuthority
            case 22: .tooLong
            case 9: .notYetValid
            case 10: .expired
            case 23: .revoked
            case 26: .purpose
            default: .other
            }
    }

    /// OpenSSL's number in a line of nginx (`client SSL certificate verify error: (10:…)`) or Apache
    /// (`Certificate Verification: Error (10): …`); nil where it has none.
    static func verifyError(in line: [UInt8]) -> Int? {
        for beginning in beginnings {
            guard let range = line.firstRange(of: beginning) else { continue }
            let digits = line[range.upperBound...].prefix { (0x30...0x39).contains($0) }
            if (1...3).contains(digits.count) { return Int(String(decoding: digits, as: UTF8.self)) }
        }
        return nil
    }

    private static let beginnings = ["certificate verify error: (", "Certificate Verification: Error ("]
        .map { Array($0.utf8) }

    /// Whether a setting of the server lets it take the certificate; else the client needs another one.
    var isMendedAtServer: Bool { reason == .unknownAuthority || reason == .tooLong }

    /// The refusal in a few words; nil where the cause's own say it.
    var headline: LocalizedText? {
        switch reason {
        case .unknownAuthority:
            LocalizedText(
                "the server knows no authority above the client's certificate", "服务器不认识客户端证书的颁发机构")
        case .tooLong:
            LocalizedText("the chain of the client's certificate is longer than the server takes", "客户端的证书链超过服务器所允许的长度")
        case .notYetValid: LocalizedText("the client's certificate is not valid yet", "客户端的证书尚未生效")
        case .expired: LocalizedText("the client's certificate has expired", "客户端的证书已过期")
        case .revoked: LocalizedText("the client's certificate is revoked", "客户端的证书已被吊销")
        case .purpose: LocalizedText("the client's certificate is for another purpose", "客户端的证书不能用于客户端身份验证")
        case .other: nil
        }
    }

    var advice: LocalizedText {
        switch reason {
        case .unknownAuthority:
            LocalizedText(
                "give the server the authority of its clients, and let the client send its intermediates",
                "请为服务器配置客户端证书的颁发机构，并让客户端发送其中间证书")
        case .tooLong:
            LocalizedText(
                "let the server take a longer chain, if that authority is meant", "若该颁发机构确为所指，请让服务器接受更长的证书链")
        case .notYetValid:
            LocalizedText(
                "compare the certificate's first day with the server's clock", "请将证书的起始日期与服务器的时钟比较")
        case .expired:
            LocalizedText(
                """
                renew it at the client, with those above it where one of them has ended; the server needs no other \
                setting
                """,
                "请在客户端更新证书，其上级证书若已过期也一并更新；服务器的设置无须更改")
        case .revoked:
            LocalizedText("give the client a new certificate", "请为客户端换用新的证书")
        case .purpose:
            LocalizedText(
                "give the client a certificate with clientAuth among its extended key usages",
                "请为客户端换用扩展密钥用法中含 clientAuth 的证书")
        case .other:
            LocalizedText(
                "OpenSSL's words in the line say why: mend the certificate at the client",
                "行中 OpenSSL 的文字说明了原因：请在客户端更换证书")
        }
    }
}
