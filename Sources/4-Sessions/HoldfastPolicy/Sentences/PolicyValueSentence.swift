import HoldfastJSON
import HoldfastPins
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
import HoldfastX509

/// Sentences that tell what a member of a policy document says, in few words.
enum PolicyValueSentence: Sentence {
    case data(String)
    case excluded
    case off
    case none
    case parts([Statement])
    case pins(count: Int, group: PinSet.Group)
    case reportOnly
    case ends(at: String, then: String)
    case systemAnchors
    case certificates(count: Int)
    case constraints(count: Int)
    case timestamps(programme: String, logs: String, onlyPublic: Bool)
    case on
    case anyCertificate(until: String)
    case otherAnchors(Statement, until: String)

    static let topic = "policyValue"

    var words: LocalizedText {
        switch self {
        case .data(let text): .same(text)
        case .excluded: LocalizedText("excluded: no pins are asked for", "excluded：不要求固定值")
        case .off: LocalizedText("off", "off：关闭")
        case .none: LocalizedText("none", "无")
        case .parts(let parts): .joined(parts.map(\.words))
        case .pins(let count, let group):
            switch group {
            case .anywhere: LocalizedText("\(count) anywhere in the chain", "证书链任意位置 \(count) 个")
            case .leaf: LocalizedText("\(count) of the leaf", "服务器证书 \(count) 个")
            case .authorities: LocalizedText("\(count) of authorities", "颁发机构 \(count) 个")
            }
        case .reportOnly: LocalizedText("only reported", "仅报告")
        case .ends(let end, let mode): LocalizedText("until \(end), then \(mode)", "有效至 \(end)，之后 \(mode)")
        case .systemAnchors: LocalizedText("the system's", "系统的信任锚")
        case .certificates(let count):
            LocalizedText("\(count) that stand in the file", "文件中的 \(count) 张证书")
        case .constraints(let count):
            LocalizedText(count == 1 ? "1 constraint" : "\(count) constraints", "\(count) 条限制")
        case .timestamps(let programme, let logs, let onlyPublic):
            LocalizedText(
                "\(programme), by \(logs)" + (onlyPublic ? ", under public anchors" : ""),
                "\(programme)，依据 \(logs)" + (onlyPublic ? "，仅限公共信任锚" : ""))
        case .on: LocalizedText("on", "on：启用")
        case .anyCertificate(let until):
            LocalizedText("any certificate, without proof, until \(until)", "接受任何证书，不作证明，直到 \(until)")
        case .otherAnchors(let anchors, let until):
            LocalizedText("other anchors (\(anchors.english)) until \(until)", "其他信任锚（\(anchors.chinese)），直到 \(until)")
        }
    }

    /// The value of a member; `none` where the host does not say it.
    static func value(of member: PolicyNames.Host, in host: HostPolicy) -> Self {
        switch member {
        case .pins: host.pins.map(pins) ?? .none
        case .reportURIs: list(host.reportURIs?.map { JSONText.excerpt("\($0)") })
        case .anchors: host.anchors.map(anchors) ?? .none
        case .anchorConstraints:
            host.anchorConstraints.map { $0.isEmpty ? .none : .constraints(count: $0.count) } ?? .none
        case .profile: host.profile.map { .data($0.rawValue) } ?? .none
        case .revocation: host.revocation.map { $0 == .off ? .off : .data($0.rawValue) } ?? .none
        case .transparency:
            host.transparency.map { said in
                guard let demand = said.demand else { return .off }
                return .timestamps(
                    programme: demand.policy.name, logs: JSONText.excerpt(demand.logs),
                    onlyPublic: demand.scope == .publicAnchors)
            } ?? .none
        case .minimumTLS: host.minimumTLS.map { .data($0 == .tls12 ? "1.2" : "1.3") } ?? .none
        case .supportedGroups: host.supportedGroups.map { .data($0.description) } ?? .none
        case .appTransportSecurity: host.appTransportSecurity.map(transportSecurity) ?? .none
        case .connectTo: host.connectTo.map { .data($0.description) } ?? .none
        case .dangerousDebug: host.dangerousDebug.map(debug) ?? .none
        }
    }

    private static func list(_ texts: [String]?) -> Self {
        guard let texts, !texts.isEmpty else { return .none }
        return .parts(texts.map { Self.data($0).statement })
    }

    private static func pins(_ rule: PinnedHosts.Rule) -> Self {
        guard case .pinned(let set) = rule else { return .excluded }
        var parts: [Self] = PinSet.Group.allCases.compactMap { group in
            let count = set.pins(of: group).count
            return count > 0 ? .pins(count: count, group: group) : nil
        }
        if set.enforcement == .reportOnly { parts.append(.reportOnly) }
        if let expiry = set.expiry { parts.append(.ends(at: "\(expiry.end)", then: expiry.mode.rawValue)) }
        return .parts(parts.map(\.statement))
    }

    private static func anchors(_ source: AnchorSource) -> Self {
        var parts: [Self] = source.system ? [.systemAnchors] : []
        parts += source.files.map { .data(JSONText.excerpt($0)) }
        if !source.certificates.isEmpty { parts.append(.certificates(count: source.certificates.count)) }
        return .parts(parts.map(\.statement))
    }

    private static func transportSecurity(_ said: HostTransportSecurity) -> Self {
        guard case .on(let exceptions) = said else { return .off }
        var parts: [Self] = [.on]
        if !exceptions.forwardSecrecy { parts.append(.data("forwardSecrecy: false")) }
        if exceptions.insecureHTTP { parts.append(.data("insecureHTTP: true")) }
        if exceptions.niapPackage != .standard {
            parts.append(.data("niapPackage: \(exceptions.niapPackage.rawValue)"))
        }
        return .parts(parts.map(\.statement))
    }

    private static func debug(_ debug: DebugOverride) -> Self {
        switch debug.kind {
        case .acceptAny: .anyCertificate(until: "\(debug.until)")
        case .anchors(let source): .otherAnchors(anchors(source).statement, until: "\(debug.until)")
        }
    }
}
