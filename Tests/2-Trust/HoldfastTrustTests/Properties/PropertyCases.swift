import Foundation
import HoldfastTrust
import HoldfastX509
import Testing

/// The chains that lie in the repository, and x509-limbo's where `VECTORS` is.
enum PropertyCases {
    /// The catalogue's.
    static let catalogue: [PropertyCase] = RecordedLine.all.compactMap { line in
        guard let chain = try? line.certificates(in: "\(line.name).pem"), let leaf = chain.first,
            let policy = try? line.policy(), let at = Instant(rfc3339: line.columns[2])
        else { return nil }
        return PropertyCase(
            name: line.name, leaf: leaf, others: Array(chain.dropFirst()),
            anchors: policy.anchors.current().anchors.map(\.certificate), policy: policy, at: at)
    }

    /// The rules' own.
    static let rules: [PropertyCase] = RuleVectorFolder.recorded.compactMap { recorded in
        guard let file = recorded.file, let leaf = file.chain.first, let anchor = try? Certificate(der: file.anchor),
            let policy = try? file.judged.policy(.default, anchor: anchor)
        else { return nil }
        return PropertyCase(
            name: "\(recorded)", leaf: leaf, others: Array(file.chain.dropFirst()), anchors: [anchor],
            isPublic: file.judged.anchors == .publicWeb, policy: policy, at: file.judged.at,
            lists: file.lists.map { SuppliedRevocationList(der: $0) })
    }

    static let recorded = catalogue + rules

    /// One of each, as the engine judges them unchanged.
    static let trusted = recorded.filter { (try? $0.judge().isTrusted) == true }
    static let refused = recorded.filter { (try? $0.judge().isTrusted) == false }

    // MARK: x509-limbo

    /// The cases that name a server; none where the data is absent.
    static let limbo: [PropertyCase] = {
        guard let folder = ProcessInfo.processInfo.environment["VECTORS"],
            let data = try? Data(contentsOf: URL(filePath: folder).appending(path: "limbo-core.json")),
            let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            let cases = object["testcases"] as? [[String: Any]]
        else { return [] }
        return cases.compactMap(limbo)
    }()

    private static func limbo(_ object: [String: Any]) -> PropertyCase? {
        guard let id = object["id"] as? String, let leaf = (object["peer_certificate"] as? String).flatMap(der),
            let peer = object["expected_peer_name"] as? [String: Any], let text = peer["value"] as? String,
            let name = try? ServerName(text),
            let others = object["untrusted_intermediates"] as? [String],
            let trusted = object["trusted_certs"] as? [String]
        else { return nil }
        var policy = TrustPolicy.ssl(name)
        policy.profile = .rfc5280
        // "null = now": any moment will do for these properties, since it stays the same.
        let moment = (object["validation_time"] as? String).flatMap { Instant(rfc3339: $0) }
        return PropertyCase(
            name: id, leaf: leaf, others: others.compactMap(der),
            anchors: trusted.compactMap { der($0).flatMap { try? Certificate(der: $0) } }, policy: policy,
            at: moment ?? TestChain.moment)
    }

    private static func der(_ pem: String) -> [UInt8]? {
        try? PEM.blocks(in: Array(pem.utf8)[...]).first?.contents
    }
}
