import Foundation
import HoldfastCrypto
import HoldfastSecurityNames
import HoldfastTrust
import HoldfastX509

/// The pinned certificates of a program, and which of them cannot be read.
struct PinnedCertificateList: Sendable {
    /// The bytes as they were given; nil where nothing was.
    let given: Set<Data>?
    let certificates: [SecCertificate]
    let keys: [SecKey]
    /// The bytes that are no certificate, or whose key cannot be used here.
    let unreadable: Set<Data>

    /// Reads certificates, and says aloud which cannot be read, once a process.
    ///
    /// - Parameters:
    ///   - given: each the DER bytes of one certificate.
    ///   - say: is given each line.
    init(_ given: Set<Data>? = nil, say: (String) -> Void = Self.say) {
        self.given = given
        var (certificates, keys): ([SecCertificate], [SecKey]) = ([], [])
        var unreadable: Set<Data> = []
        // In an order of their own, so that lines and chains do not change from run to run.
        for data in (given ?? []).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            guard let certificate = SecCertificateCreateWithData(nil, data as CFData) else {
                unreadable.insert(data)
                say(Self.line("it is no certificate in DER", of: data))
                continue
            }
            certificates.append(certificate)
            guard let key = SecCertificateCopyKey(certificate) else {
                unreadable.insert(data)
                say(Self.line("its key cannot be used", of: data))
                continue
            }
            keys.append(key)
        }
        (self.certificates, self.keys, self.unreadable) = (certificates, keys, unreadable)
    }

    private static func line(_ reason: String, of data: Data) -> String {
        let isPEM = data.starts(with: Data("-----BEGIN".utf8))
        return "holdfast: a pinned certificate pins nothing: \(reason)\(isPEM ? " but PEM" : ""); \(data.count) bytes, "
            + "SHA-256 \(HexString.encode(Digest.sha256(data)))"
    }

    /// Says a line aloud, once a process.
    static func say(_ line: String) { DangerLog.say(line, about: line) }

    /// The contents of a bundle's `.cer` files.
    ///
    /// - Parameters:
    ///   - bundle: the bundle whose files are read, those of its subfolders not.
    ///   - say: is given a line for each file that cannot be read.
    static func files(of bundle: Bundle, say: (String) -> Void = Self.say) -> Set<Data> {
        var contents: Set<Data> = []
        for path in ["cer", "CER"].flatMap({ bundle.paths(forResourcesOfType: $0, inDirectory: nil) }).sorted() {
            if let data = FileManager.default.contents(atPath: path) {
                contents.insert(data)
            } else {
                say("holdfast: a pinned certificate pins nothing: its file cannot be read: \(path)")
            }
        }
        return contents
    }
}
