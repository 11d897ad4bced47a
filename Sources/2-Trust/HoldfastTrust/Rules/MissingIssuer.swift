import HoldfastCrypto
import HoldfastStatements
import HoldfastX509

/// The certificates at hand where a path ends without an anchor: of the name that is asked for and another key, or of
/// an anchor that could not be read.
struct MissingIssuer {
    /// A certificate of the name whose key is another one.
    struct Other {
        let certificate: Certificate
        let place: MissingIssuerSentence
        let isAnchor: Bool
    }

    private let judgement: Judgement

    init(_ judgement: Judgement) { self.judgement = judgement }

    /// The issuer of a certificate by its name, where its key identifier is another one than the certificate names
    /// (RFC 5280 §4.2.1.1); nil where the certificate names none.
    func other(issuerOf certificate: Certificate) -> (other: Other, has: Statement, asked: Statement)? {
        guard let asked = certificate.authorityKeyIdentifier?.keyIdentifier,
            let other = others(named: certificate.issuer, than: certificate).first(where: { other in
                other.certificate.subjectKeyIdentifier.map { !$0.elementsEqual(asked) } ?? false
            })
        else { return nil }
        return (
            other, Self.key(of: other.certificate),
            MissingIssuerSentence.identifier(HexString.encode(asked)).statement
        )
    }

    /// The anchor that has the name of a self-signed certificate and another key.
    func other(endNamedAs certificate: Certificate) -> Other? {
        others(named: certificate.subject, than: certificate).first {
            $0.isAnchor && $0.certificate.subjectPublicKeyInfo.bytes != certificate.subjectPublicKeyInfo.bytes
        }
    }

    /// An anchor of a name that could not be read.
    func unread(named name: DistinguishedName) -> AnchorProblem? {
        judgement.passedOver.first { $0.isDefect && $0.subject?.matches(name) ?? false }
    }

    /// An anchor that could not be read, and of which no name is known.
    var unreadWithoutName: AnchorProblem? { judgement.passedOver.first { $0.isDefect && $0.subject == nil } }

    /// The key of a certificate as its own identifier says it, else by its hash.
    static func key(of certificate: Certificate) -> Statement {
        certificate.subjectKeyIdentifier.map { MissingIssuerSentence.identifier(HexString.encode($0)).statement }
            ?? MissingIssuerSentence.hash(HexString.encode(Digest.sha256(certificate.subjectPublicKeyInfo.bytes)))
            .statement
    }

    private func others(named name: DistinguishedName, than own: Certificate) -> [Other] {
        let anchors = judgement.anchors?.anchors(named: name.comparisonForm) ?? []
        let given = anchors.map { anchor in
            Other(
                certificate: anchor.certificate,
                place: anchor.source.map(MissingIssuerSentence.anchorIn) ?? .givenAnchor, isAnchor: true)
        }
        let sent = judgement.presented.enumerated().compactMap { index, presented in
            presented.certificate.map {
                Other(certificate: $0, place: .presented(place: index + 1), isAnchor: false)
            }
        }
        let fetched = judgement.supplied.map { Other(certificate: $0, place: .supplied, isAnchor: false) }
        return given + (sent + fetched).filter { $0.certificate != own && $0.certificate.subject.matches(name) }
    }
}

extension AnchorRule {
    /// Reports that a certificate's issuer is missing, by what is at hand in its place.
    func report(missingIssuerOf top: Certificate, at depth: Int, _ judgement: inout Judgement) {
        let (issuer, subject) = (top.issuer.inSentence, top.subject.inSentence)
        if let own = judgement.policy.authoritiesAtHand.first(where: { $0.isIssuer(of: top) }) {
            judgement.report(
                Self.issuer, at: .certificate(depth: depth), seen: AnchorSentence.issuer(name: "\(top.issuer)"),
                expected: AnchorSentence.ofNameAndKey,
                message: MissingIssuerSentence.issuerAtHand(issuer: issuer, subject: subject, file: own.file),
                advice: MissingIssuerSentence.giveOption(own.option))
            return
        }
        let missing = MissingIssuer(judgement)
        let unread = missing.unread(named: top.issuer)
        if unread == nil, let (other, has, asked) = missing.other(issuerOf: top) {
            judgement.report(
                Self.issuer, at: .certificate(depth: depth),
                seen: MissingIssuerSentence.keyOf(has, other: other.place.statement),
                expected: MissingIssuerSentence.keyAskedBy(asked, subject: subject),
                message: MissingIssuerSentence.issuerHasOtherKey(
                    issuer: issuer, subject: subject, other: other.place.statement),
                advice: other.isAnchor
                    ? MissingIssuerSentence.addOtherKey(issuer: issuer, key: asked)
                    : .sendOtherKey(issuer: issuer, key: asked))
            return
        }
        let problem = unread ?? missing.unreadWithoutName
        let place = top.issuerPlaces.first
        let message: any Sentence =
            if let problem {
                unread != nil
                    ? MissingIssuerSentence.issuerUnread(issuer: issuer, subject: subject, problem: problem.statement)
                    : .issuerPerhapsUnread(issuer: issuer, subject: subject, problem: problem.statement)
            } else {
                AnchorSentence.issuerNotFound(issuer: issuer, subject: subject)
            }
        let advice: MissingIssuerSentence? =
            if let place, unread == nil {
                .sendFrom(issuer: issuer, place: place)
            } else {
                problem.map { .mendAnchor(file: $0.path) }
            }
        judgement.report(
            Self.issuer, at: .certificate(depth: depth),
            seen: place.map { AnchorSentence.issuerAt(name: "\(top.issuer)", place: $0) }
                ?? .issuer(name: "\(top.issuer)"),
            expected: AnchorSentence.ofNameAndKey, message: message, advice: advice)
    }

    /// Reports that a path ends at a certificate that signed itself and is no anchor, or that leads back into it.
    func report(noAnchor top: Certificate, at depth: Int, _ judgement: inout Judgement) {
        let missing = MissingIssuer(judgement)
        let requirement = depth == 0 ? Self.selfSigned : Self.authority
        let subject = top.subject.inSentence
        if let own = judgement.policy.authoritiesAtHand.first(where: { $0.isSame(as: top) }) {
            judgement.report(
                requirement, at: .certificate(depth: depth), seen: AnchorSentence.selfSignedEnd(name: "\(top.subject)"),
                expected: AnchorSentence.anchorAtEnd,
                message: MissingIssuerSentence.endAtHand(subject: subject, file: own.file),
                advice: MissingIssuerSentence.giveOption(own.option))
            return
        }
        if top.isSelfIssued, let other = missing.other(endNamedAs: top) {
            judgement.report(
                requirement, at: .certificate(depth: depth),
                seen: MissingIssuerSentence.keyOfEnd(MissingIssuer.key(of: top)),
                expected: MissingIssuerSentence.keyOf(
                    MissingIssuer.key(of: other.certificate), other: other.place.statement),
                message: depth == 0
                    ? MissingIssuerSentence.selfSignedHasOtherKey(other: other.place.statement)
                    : .endHasOtherKey(subject: subject, other: other.place.statement),
                advice: MissingIssuerSentence.addNewEnd)
            return
        }
        let unread = missing.unread(named: top.subject)
        let advice = unread.map { MissingIssuerSentence.mendAnchor(file: $0.path) }
        if depth == 0 {
            judgement.report(
                requirement, at: .certificate(depth: 0), seen: AnchorSentence.selfSignedOf(name: "\(top.subject)"),
                expected: AnchorSentence.issuedByAnchorOrOne,
                message: unread.map { MissingIssuerSentence.selfSignedUnread(problem: $0.statement) }
                    ?? AnchorSentence.selfSigned, advice: advice)
        } else {
            judgement.report(
                requirement, at: .certificate(depth: depth),
                seen: top.isSelfIssued
                    ? AnchorSentence.selfSignedEnd(name: "\(top.subject)") : .leadsBack(name: "\(top.subject)"),
                expected: AnchorSentence.anchorAtEnd,
                message: unread.map {
                    MissingIssuerSentence.endUnread(subject: subject, problem: $0.statement)
                } ?? AnchorSentence.endsAtNone(subject: subject), advice: advice)
        }
    }
}
