import HoldfastStatements
package import HoldfastX509

/// The anchors of a file or a folder, and what in it was passed over.
package struct AnchorContents: Hashable, Sendable {
    package var anchors: [TrustAnchor] = []
    package var problems: [AnchorProblem] = []

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
            throw AnchorError(path: path, reason: .malformed(AnchorFileSentence.p11Kit.statement))
        }
        let items: [EncodedCertificate]
        do throws(CertificateFileError) { items = try EncodedObject.encodedCertificates(in: bytes) } catch {
            switch error {
            case .pem: throw AnchorError(path: path, reason: .malformed(error.statement))
            case .foreign(let form): throw AnchorError(path: path, reason: .foreign(form))
            case .empty, .noCertificate: throw AnchorError(path: path, reason: .noCertificate(error.statement))
            }
        }
        for (index, item) in items.enumerated() {
            func problem(_ reason: AnchorError.Reason, _ subject: DistinguishedName?) -> AnchorProblem {
                AnchorProblem(
                    AnchorError(path: path, reason: reason, certificate: index + 1, line: item.line), subject: subject)
            }
            let certificate: Certificate
            do throws(DERError) { certificate = try Certificate(der: item.bytes) } catch {
                let malformed = MalformedCertificate(item.bytes, error: error)
                problems.append(problem(.malformedCertificate(malformed), malformed.subject))
                continue
            }
            var anchor = TrustAnchor(certificate: certificate, source: path)
            do throws(DERError) {
                if let settings = try item.trustSettings { anchor.settings = [.read(settings)] }
            } catch {
                problems.append(
                    problem(
                        .malformed(AnchorFileSentence.trustSettings(error.statement).statement), certificate.subject))
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
