public import Foundation
public import HoldfastSecurityNames

extension Bundle {
    /// The certificates that a program brings along (Alamofire 5, `Bundle.af.certificates`): the DER files of the bundle
    /// that end in `.cer`, `.crt` or `.der`, in whatever case. Files that hold none are passed over.
    public var pinnedCertificates: [SecCertificate] {
        ["cer", "CER", "crt", "CRT", "der", "DER"]
            .flatMap { paths(forResourcesOfType: $0, inDirectory: nil) }
            .sorted()
            .compactMap { FileManager.default.contents(atPath: $0) }
            .compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
    }
}
