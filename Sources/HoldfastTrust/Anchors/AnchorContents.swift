package import HoldfastX509

/// The anchors of a file or a folder, and what in it was passed over.
package struct AnchorContents: Hashable, Sendable {
    package var anchors: [TrustAnchor] = []
    package var problems: [AnchorProblem] = []

    /// The sentence about files of p11-kit's own.
    package static let p11Kit =
        "it is in p11-kit's own form, whose words of trust are not read; trust extract --format=openssl-bundle makes "
        + "one whose words are"

    /// No anchors.
    package init() {}

    /// Certificates without trust settings.
    package init(_ certificates: [Certificate]) {
        anchors = certificates.map { TrustAnchor(certificate: $0, source: nil) }
    }

    /// Reads the anchors of a file.
    ///
    /// A certificate that cannot be read is passed over where another one can be. One whose trust settings cannot be
    /// read stays: as one that is rejected, wherever else it stands.
    ///
    /// - Throws: ``AnchorError`` where no certificate, or the only one's trust settings, can be read.
    package init(file bytes: [UInt8], path: String) throws(AnchorError) {
        try self.init(among: bytes, path: path)
        if anchors.isEmpty, let first = problems.first { throw first.error }
    }

    /// Reads the anchors of one file of several: that no certificate of it can be read is a problem, with the name as
    /// far as it is known, and no error.
    init(among bytes: [UInt8], path: String) throws(AnchorError) {
        guard !EncodedObject.isP11Kit(bytes) else {
            throw AnchorError(path: path, reason: .malformed(Self.p11Kit))
        }
        let items: [EncodedCertificate]
        do throws(CertificateFileError) { items = try EncodedObject.encodedCertificates(in: bytes) } catch {
            if case .pem(let error) = error { throw AnchorError(path: path, reason: .malformed("\(error)")) }
            throw AnchorError(path: path, reason: .noCertificate("\(error)"))
        }
        for (index, item) in items.enumerated() {
            func problem(_ reason: String, _ subject: DistinguishedName?) -> AnchorProblem {
                AnchorProblem(
                    path: path, certificate: index + 1, line: item.line, reason: .malformed(reason), subject: subject)
            }
            let certificate: Certificate
            do throws(DERError) { certificate = try Certificate(der: item.bytes) } catch {
                problems.append(problem("\(error)", DistinguishedName(subjectOf: item.bytes)))
                continue
            }
            var anchor = TrustAnchor(certificate: certificate, source: path)
            do throws(DERError) {
                if let settings = try item.trustSettings { anchor.settings = [.read(settings)] }
            } catch {
                problems.append(problem("its trust settings cannot be read: \(error)", certificate.subject))
                anchor.settings = [.unreadable(error)]
                if items.count == 1 { return }
            }
            anchors.append(anchor)
        }
    }

    /// Adds the contents of another file.
    package static func += (contents: inout AnchorContents, other: AnchorContents) {
        contents.anchors += other.anchors
        contents.problems += other.problems
    }
}

extension DistinguishedName {
    /// The subject of a certificate that cannot be read as a whole; nil where it cannot be read either.
    init?(subjectOf malformed: ArraySlice<UInt8>) {
        guard var reader = try? DERReader(malformed),
            let body = try? reader.read(.sequence), var outer = try? DERReader(body.content),
            let signed = try? outer.read(.sequence), var fields = try? DERReader(signed.content)
        else { return nil }
        // version, serialNumber, signature, issuer, validity, subject (RFC 5280 §4.1).
        _ = try? fields.readOptional(.context(0, constructed: true))
        for _ in 0..<4 { guard (try? fields.readElement()) != nil else { return nil } }
        guard let subject = try? DistinguishedName(from: &fields) else { return nil }
        self = subject
    }
}
