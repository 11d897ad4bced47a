import HoldfastCrypto
import HoldfastStatements
package import HoldfastX509

/// A certificate that another server has sent, which may be the issuer that is missing in a chain.
///
/// That it was sent elsewhere makes it neither trusted nor part of the chain: it changes what is said and advised of
/// the refusal, and no verdict.
package struct IssuerElsewhere: Sendable {
    package let certificate: Certificate
    /// The server as the user named it.
    private let server: String
    /// The place in that server's list, from 1.
    private let place: Int
    /// The command that saves the certificate, as it is to be pasted.
    private let command: String

    /// Names a certificate with who sent it.
    ///
    /// - Parameters:
    ///   - server: the server, as the user named it.
    ///   - place: in that server's list, from 1.
    ///   - command: saves the certificate, as it is to be pasted.
    package init(_ certificate: Certificate, of server: String, place: Int, command: String) {
        self.certificate = certificate
        self.server = server
        self.place = place
        self.command = command
    }

    /// Whether it issued a certificate: by its name, its key identifier and the signature, which its key made.
    package func isIssuer(of child: Certificate) -> Bool {
        certificate.mayBeIssuer(of: child) && child.isSigned(by: certificate)
    }

    /// The words of a refusal for want of the issuer, with this one named; nil where what they name is nearer at hand.
    package func statements(
        besides words: Finding.Statements, of child: Certificate
    ) -> Finding.Statements? {
        if case .issuerAtHand = words.message.sentence as? MissingIssuerSentence { return nil }
        let issuer = certificate.subject.inSentence
        let digest = HexString.encode(certificate.fingerprint)
        return Finding.Statements(
            message: IssuerElsewhereSentence.issuerSentBy(
                issuer: issuer, subject: child.subject.inSentence, server: server
            ).statement,
            seen: words.seen, expected: words.expected,
            advice: (certificate.isSelfIssued
                ? IssuerElsewhereSentence.compareRoot(
                    issuer: issuer, sha256: digest, place: place, server: server, command: command)
                : .sendToo(issuer: issuer, sha256: digest, place: place, server: server, command: command)).statement)
    }
}

/// Sentences about a missing issuer whose certificate another server has sent.
enum IssuerElsewhereSentence: Sentence {
    case issuerSentBy(issuer: Statement, subject: Statement, server: String)
    case sendToo(issuer: Statement, sha256: String, place: Int, server: String, command: String)
    case compareRoot(issuer: Statement, sha256: String, place: Int, server: String, command: String)

    static let topic = "issuerElsewhere"

    var words: LocalizedText {
        switch self {
        case .issuerSentBy(let issuer, let subject, let server):
            LocalizedText(
                "the issuer \(issuer.english) of \(subject.english) was not found here: \(server) sends its "
                    + "certificate, and this server does not",
                "此处找不到 \(subject.chinese) 的签发者 \(issuer.chinese)：\(server) 发送了其证书，而该服务器没有")
        case .sendToo(let issuer, let digest, let place, let server, let command):
            LocalizedText(
                "let this server send the intermediate certificate too: that of \(issuer.english), SHA-256 \(digest), "
                    + "is certificate \(place) of what \(server) sends; it is saved by: \(command)",
                "请让该服务器一并发送中间证书：\(issuer.chinese) 的证书（SHA-256 \(digest)）是 \(server) 发送的第 \(place) 张证书，"
                    + "可用此命令保存：\(command)")
        case .compareRoot(let issuer, let digest, let place, let server, let command):
            LocalizedText(
                "it is a root, and that \(server) sends it as certificate \(place) vouches for nothing: compare its "
                    + "SHA-256, \(digest), with what the authority \(issuer.english) says; then save it by: "
                    + "\(command), and give it with --anchors issuer.pem",
                "它是根证书，\(server) 把它作为第 \(place) 张证书发送并不能证明什么：请将其 SHA-256（\(digest)）与颁发机构 "
                    + "\(issuer.chinese) 公布的值核对，然后用此命令保存：\(command)，再以 --anchors issuer.pem 给出")
        }
    }
}
