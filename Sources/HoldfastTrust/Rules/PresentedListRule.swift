import HoldfastX509

/// The list of certificates that a peer sends is the path, in its order, and nothing else.
///
/// Nothing is refused for it: RFC 8446 §4.4.2 asks of all who judge to be "prepared to handle potentially extraneous
/// certificates and arbitrary orderings". Others do not, and each superfluous certificate costs every handshake.
struct PresentedListRule: TrustRule {
    /// RFC 5246 §7.4.2: "Each following certificate MUST directly certify the one preceding it."
    static let order = Requirement(
        "presentedList.order", .chainOrder, source: "RFC 5246 §7.4.2; RFC 8446 §4.4.2",
        advice: "send the server's own certificate first, then the one that issued it, and so on upwards")
    static let used = Requirement(
        "presentedList.used", .superfluousCertificate, source: "RFC 8446 §4.4.2",
        advice: "leave it out, unless clients with other anchors need it")
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
                    seen: "certificate \(index + 1) of the list stands behind certificate \(last.index + 1), which it "
                        + "is below",
                    expected: "each certificate behind the one that it issued",
                    message: "the certificates were sent out of order", atMost: .note)
            }
            last = (index, depth)
        }
        // Of a path that ends nowhere nobody knows what it would need.
        guard let first = superfluous.first, path.anchor != nil else { return }
        let names = superfluous.prefix(Self.maximumNamed).map {
            "\($0.index + 1) (\($0.certificate.subject.shortDescription))"
        }
        let more = superfluous.count - names.count
        let list = names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
        judgement.report(
            Self.used, at: .presented(index: first.index), seen: "certificate \(list) of the list",
            expected: "the certificates of the path alone",
            message: superfluous.count == 1
                ? "a certificate was sent that is no part of the path: \(list)"
                : "\(superfluous.count) certificates were sent that are no part of the path: \(list)", atMost: .note)
    }
}
