import HoldfastCrypto
import HoldfastServing
import HoldfastX509

/// The proof by which most authorities learn that an applicant has a name: a file at an address of theirs, under the
/// name itself (ACME's challenge http-01, RFC 8555 §8.3).
struct DomainValidation: Sendable {
    /// The token that the authority has chosen, as it stands in the path and in the file.
    let token: String
    /// The file that is expected: the token, and the hash of the applicant's account key.
    let keyAuthorization: String

    /// Chooses a token for an applicant.
    ///
    /// - Parameters:
    ///   - account: the key by which the applicant signs its messages to the authority; on P-256. It is another key
    ///     than the certificate's.
    ///   - random: 16 bytes that nobody can guess: "at least 128 bits of entropy" (RFC 8555 §8.3).
    init(account: SubjectPublicKeyInfo, random: [UInt8]) throws {
        token = Self.text(random)
        keyAuthorization = "\(token).\(try Self.thumbprint(of: account))"
    }

    /// The path at which the authority looks.
    var path: String { "/.well-known/acme-challenge/\(token)" }

    /// Answers as the server of an applicant does that has put the file there.
    func answer(_ request: ServerRequest) -> ServerResponse {
        request.target == path
            ? ServerResponse(text: keyAuthorization) : ServerResponse(status: 404, text: "nothing here\n")
    }

    /// The hash of a public key by its members in the order of their names, without white space (RFC 7638 §3).
    private static func thumbprint(of key: SubjectPublicKeyInfo) throws -> String {
        guard case .ec(.p256, let point) = key.key, point.count == 65 else { throw LessonFault.otherKey }
        let numbers = Array(point.dropFirst())
        let members = """
            {"crv":"P-256","kty":"EC","x":"\(text(Array(numbers.prefix(32))))","y":"\(text(Array(numbers.suffix(32))))"}
            """
        return text(Digest.sha256(members.utf8))
    }

    /// Base64 for URLs, without filling (RFC 4648 §5).
    private static func text(_ bytes: [UInt8]) -> String {
        let standard = Base64.encode(bytes).filter { $0 != "=" }
        return String(standard.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }
}
