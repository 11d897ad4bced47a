import HoldfastDiagnostics
import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509

/// The contents of a certification request, out of the options.
struct RequestOptions {
    private var template: CertificationRequestTemplate

    init(_ invocation: Invocation) throws(CommandError) {
        let names = try NameOptions(invocation)
        if let path = invocation.value(.renew) {
            template = CertificationRequestTemplate(renewing: try InputCertificate.first(of: path))
            if let subject = names.subject { template.subject = subject }
            if !names.alternatives.isEmpty { template.alternativeNames = names.alternatives }
        } else {
            guard names.subject != nil || !names.alternatives.isEmpty else {
                throw .usage(CreateSentence.nameOrSAN, hint: CreateAdvice.orRenew)
            }
            template = CertificationRequestTemplate(
                subject: names.subject ?? DistinguishedName([RelativeDistinguishedName]()))
            template.alternativeNames = names.alternatives
        }
    }

    func request(for key: PrivateKey) throws(CommandError) -> [UInt8] {
        do throws(AuthorityError) { return try template.signed(by: key) } catch { throw CommandError(error) }
    }
}

/// `--name` and `--san`.
struct NameOptions {
    /// The subject; nil where none is named.
    let subject: DistinguishedName?
    let alternatives: [GeneralName]

    /// Reads the subject and the names out of the options.
    ///
    /// - Parameter isServer: the common name, where it stands alone, is the server's name.
    init(_ invocation: Invocation, isServer: Bool = false) throws(CommandError) {
        do throws(AuthorityError) {
            subject = try invocation.value(.name).map { text throws(AuthorityError) in
                try DistinguishedName(text: isServer && !text.contains("=") ? ServerLabel.ascii(text) : text)
            }
            var names: [GeneralName] = []
            for text in invocation.values(.subjectAlternativeName) {
                for part in Self.parts(of: text) {
                    let name = try GeneralName(alternativeName: ServerLabel.ascii(part))
                    if !names.contains(name) { names.append(name) }
                }
            }
            alternatives = names
        } catch {
            throw CommandError(error)
        }
    }

    /// Several names may stand in one value, as in `DNS:a.test,DNS:b.test`; a comma of a URI is its own.
    private static func parts(of text: String) -> [String] {
        guard !text.lowercased().hasPrefix("uri:") else { return [text] }
        return text.split(separator: ",").map { part in String(part.drop { $0 == " " }) }
    }
}

/// Host names in any script.
enum ServerLabel {
    /// The name with its U-labels as A-labels, where it is one that has such; any other text as it is.
    ///
    /// A `DNS:` in front, a wildcard and the dot of a domain stay.
    static func ascii(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }), !text.contains("@") else { return text }
        var (front, rest) = ("", text)
        for prefix in ["DNS:", "*.", "."] where rest.lowercased().hasPrefix(prefix.lowercased()) {
            front += prefix
            rest = String(rest.dropFirst(prefix.count))
        }
        guard !rest.contains(where: { ":/ ".contains($0) }), case .dns(let name)? = try? HostArgument.parse(rest) else {
            return text
        }
        return front + name.text
    }
}

/// A certificate that a command works from.
enum InputCertificate {
    /// The first certificate of a file.
    static func first(of path: String) throws(CommandError) -> Certificate {
        try certificate(try CertificateInput.certificates(in: path)[0], of: path)
    }

    /// Every certificate of some files, in their order.
    static func all(in paths: [String]) throws(CommandError) -> [Certificate] {
        var all: [Certificate] = []
        for path in paths {
            for bytes in try CertificateInput.certificates(in: path) { all.append(try certificate(bytes, of: path)) }
        }
        return all
    }

    static func certificate(_ bytes: [UInt8], of path: String) throws(CommandError) -> Certificate {
        do throws(DERError) { return try Certificate(der: bytes) } catch {
            throw CommandError(
                .malformedCertificate, code: .malformedCertificate,
                UsageSentence.fileFault(file: path, reason: error.statement))
        }
    }
}

extension CommandError {
    /// An error for options or files of which nothing can be made.
    init(_ error: AuthorityError) {
        if case .crypto(let error) = error {
            self.init(error, .signing)
        } else {
            self.init(.usage, code: .notIssued, error)
        }
    }
}
