import HoldfastStatements
import HoldfastX509

/// The list of certificates that a peer sends is the path, in its order, and nothing else.
///
/// Nothing is refused for it: RFC 8446 §4.4.2 asks of all who judge to be "prepared to handle potentially extraneous
/// certificates and arbitrary orderings". Others do not, and each superfluous certificate costs every handshake.
struct PresentedListRule: StandardRule {
    /// RFC 5246 §7.4.2: "Each following certificate MUST directly certify the one preceding it."
    static let order = Requirement(
        "presentedList.order", .chainOrder, source: "RFC 5246 §7.4.2; RFC 8446 §4.4.2",
        advice: PathSentence.sendInOrder)
    static let used = Requirement(
        "presentedList.used", .superfluousCertificate, source: "RFC 8446 §4.4.2",
        advice: PathSentence.leaveOut)
    static let requirements = [order, used]

    /// As many as a finding names.
    private static let maximumNamed = 10

    var cacheKey: [UInt8]? { Array("presentedList".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        // Of a chain alone nobody says in which order it was sent.
        if case .basicX509 = judgement.policy.purpose { return }
        var depths: [Certificate: Int] = [:]
        for (depth, certificate) in path.certificates.enumerated() { depths[certificate] = depth }
        var last = (index: 0, depth: -1)
        var isInOrder = true
        var superfluous: [(index: Int, certificate: Certificate)] = []
        // The server's own is what the list is for, wherever it stands.
        let own = ServerNameRule.placeOfOwn(path, judgement)
        for (index, presented) in judgement.presented.enumerated() {
            guard index != own, let certificate = presented.certificate else { continue }
            // A second copy is as superfluous as one that is not needed.
            guard let depth = depths.removeValue(forKey: certificate) else {
                superfluous.append((index, certificate))
                continue
            }
            if isInOrder, depth < last.depth {
                isInOrder = false
                judgement.report(
                    Self.order, at: .certificate(depth: depth),
                    seen: PathSentence.standsBehind(place: index + 1, issuer: last.index + 1),
                    expected: PathSentence.behindIssued, message: PathSentence.outOfOrder, atMost: .note)
            }
            last = (index, depth)
        }
        // Of a path that ends nowhere nobody knows what it would need, nor of the server's own where it stands behind.
        guard let first = superfluous.first, path.anchor != nil, own == nil else { return }
        let names = superfluous.prefix(Self.maximumNamed).map {
            "\($0.index + 1) (\($0.certificate.subject.shortDescription))"
        }
        let more = superfluous.count - names.count
        let list = (more > 0 ? PathSentence.placesAndMore(names, more: more) : .places(names)).statement
        judgement.report(
            Self.used, at: .presented(index: first.index), seen: PathSentence.ofList(list),
            expected: PathSentence.pathAlone,
            message: superfluous.count == 1
                ? PathSentence.superfluous(list: list)
                : .severalSuperfluous(count: superfluous.count, list: list), atMost: .note)
    }
}
