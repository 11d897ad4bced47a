import HoldfastHTTPS
import HoldfastJSON
import HoldfastPins
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// The names of the members of a policy document, each object's in the order in which they are written.
enum PolicyNames {
    enum Document: String, CaseIterable {
        case schema, hosts, updates
        case editorSchema = "$schema"
    }
    enum Host: String, CaseIterable {
        case pins, reportURIs, anchors, anchorConstraints, profile, revocation, transparency, minimumTLS
        case supportedGroups
        case appTransportSecurity, connectTo, dangerousDebug
    }
    enum Anchors: String, CaseIterable { case system, files, certificates }
    enum Transparency: String, CaseIterable { case policy, logs, anchors }
    enum Debug: String, CaseIterable { case acceptAny, anchors, until }
    enum Updates: String, CaseIterable { case url, keys, minimumCounter, every }
    /// The values of `transparency.policy`.
    enum Programme: String, CaseIterable { case apple, chrome }
    /// The values of `transparency.anchors`.
    enum Scope: String, CaseIterable { case `public`, every }
    enum TransportSecurity: String, CaseIterable { case forwardSecrecy, insecureHTTP, niapPackage }
    /// The values of `appTransportSecurity` that are no objects.
    enum TransportSecurityWord: String, CaseIterable { case on, off }
    /// The values of `minimumTLS`.
    enum TLSVersion: String, CaseIterable {
        case tls12 = "1.2"
        case tls13 = "1.3"
    }
}

extension PolicyDocument {
    /// The document as JSON: the same bytes for equal documents, and
    /// ``init(_:publicSuffixes:dangerouslyAllowingDebugOverridesAt:)`` reads an equal one from them.
    public var bytes: [UInt8] { Array((draft.pretty + "\n").utf8) }

    private var draft: JSONDraft {
        var members: [(name: String, value: JSONDraft)] = []
        func add(_ name: PolicyNames.Document, _ value: JSONDraft) { members.append((name.rawValue, value)) }
        if let editorSchema { add(.editorSchema, .text(editorSchema)) }
        add(.schema, .text(Self.schema))
        if let comment = comments[""] { members.append((DocumentReader.commentName, .text(comment))) }
        let sorted = hosts.map { (name: $0.key.description, value: $0.value.draft.commented($0.value.comments)) }
        add(.hosts, .members(sorted.sorted { $0.name < $1.name }))
        if let updates {
            let name = PolicyNames.Document.updates.rawValue
            add(.updates, updates.draft.commented(comments[name].map { ["": $0] } ?? [:]))
        }
        return .members(members)
    }
}

extension JSONDraft {
    /// Members whose names are laid down.
    fileprivate static func members<Name: RawRepresentable<String>>(_ members: [(name: Name, value: JSONDraft)])
        -> JSONDraft
    {
        .members(members.map { ($0.name.rawValue, $0.value) })
    }

    fileprivate static func texts(_ texts: [some CustomStringConvertible]) -> JSONDraft {
        .list(texts.map { .text($0.description) })
    }
}

extension HostPolicy {
    fileprivate var draft: JSONDraft {
        var members: [(name: PolicyNames.Host, value: JSONDraft)] = []
        if let pins { members.append((.pins, PinsCodec.draft(of: pins, pinNotation))) }
        if let reportURIs { members.append((.reportURIs, .texts(reportURIs))) }
        if let anchors { members.append((.anchors, anchors.draft)) }
        if let anchorConstraints {
            members.append((.anchorConstraints, .list(anchorConstraints.map(\.draft))))
        }
        if let profile { members.append((.profile, .text(profile.rawValue))) }
        if let revocation { members.append((.revocation, .text(revocation.rawValue))) }
        if let transparency { members.append((.transparency, transparency.draft)) }
        if let minimumTLS {
            let version: PolicyNames.TLSVersion = minimumTLS == .tls12 ? .tls12 : .tls13
            members.append((.minimumTLS, .text(version.rawValue)))
        }
        if let supportedGroups { members.append((.supportedGroups, .texts(supportedGroups.groups))) }
        if let appTransportSecurity {
            let hasComment = comments[PolicyNames.Host.appTransportSecurity.rawValue] != nil
            members.append((.appTransportSecurity, appTransportSecurity.draft(asObject: hasComment)))
        }
        if let connectTo { members.append((.connectTo, .text(connectTo.description))) }
        if let dangerousDebug { members.append((.dangerousDebug, dangerousDebug.draft)) }
        return .members(members)
    }
}

extension AnchorSource {
    fileprivate var draft: JSONDraft {
        var members: [(name: PolicyNames.Anchors, value: JSONDraft)] = [(.system, .truth(system))]
        if !files.isEmpty { members.append((.files, .texts(files))) }
        if !certificates.isEmpty {
            let texts = certificates.map { PEMBlock(.certificate, contents: Array($0.bytes)).encoded }
            members.append((.certificates, .texts(texts)))
        }
        return .members(members)
    }
}

extension Transparency {
    fileprivate var draft: JSONDraft {
        guard let demand else { return .text(PolicyReading.transparencyOff) }
        let scope: PolicyNames.Scope = demand.scope == .publicAnchors ? .public : .every
        let members: [(name: PolicyNames.Transparency, value: JSONDraft)] = [
            (.policy, .text(demand.policy.name)), (.logs, .text(demand.logs)), (.anchors, .text(scope.rawValue)),
        ]
        return .members(members)
    }
}

extension DebugOverride {
    fileprivate var draft: JSONDraft {
        let member: (name: PolicyNames.Debug, value: JSONDraft) =
            switch kind {
            case .acceptAny: (.acceptAny, .truth(true))
            case .anchors(let source): (.anchors, source.draft)
            }
        return .members([member, (.until, .text(until.description))])
    }
}

extension UpdateSettings {
    fileprivate var draft: JSONDraft {
        let members: [(name: PolicyNames.Updates, value: JSONDraft)] = [
            (.url, .text(url.description)), (.keys, .texts(keys.map { Base64.encode($0.bytes) })),
            (.minimumCounter, .number(minimumCounter)), (.every, .text(DurationText.text(every))),
        ]
        return .members(members)
    }
}
