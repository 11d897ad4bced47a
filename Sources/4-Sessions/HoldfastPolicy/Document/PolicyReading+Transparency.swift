import HoldfastJSON
import HoldfastPins
import HoldfastTrust

extension PolicyReading {
    /// The value of `transparency` that asks for nothing.
    static let transparencyOff = "off"

    /// Reads `"off"`, or whose rules count the timestamps and by which list of logs.
    mutating func transparency(of place: DocumentPlace) -> Transparency? {
        switch place.value.content {
        case .object: return demand(of: place).map { .required($0) }
        case .string(Self.transparencyOff): return .off
        case .string(let text):
            return reader.refuse(
                DocumentSentence.noValue(JSONText.excerpt(text)), at: place, advice: PolicyDocumentAdvice.offOrList)
        default:
            reader.expected(.wordOrObject(Self.transparencyOff), at: place)
            return nil
        }
    }

    private mutating func demand(of place: DocumentPlace) -> TransparencyDemand? {
        // Without a list nothing could be verified: it would only seem to protect.
        guard let members = reader.members(of: place, named: PolicyNames.Transparency.self, required: [.policy, .logs])
        else { return nil }
        let programme = members[.policy].flatMap { reader.word(of: $0, from: PolicyNames.Programme.self) }
        let logs = members[.logs].flatMap { logFile(of: $0) }
        var scope = PolicyNames.Scope.every
        if let member = members[.anchors] {
            guard let word = reader.word(of: member, from: PolicyNames.Scope.self) else { return nil }
            scope = word
        }
        guard let programme, let logs else { return nil }
        return TransparencyDemand(programme.policy, logs: logs, scope: scope.scope)
    }

    private mutating func logFile(of place: DocumentPlace) -> String? {
        guard let path = file(of: place) else { return nil }
        guard !logFiles.contains(where: { $0.path == path }) else { return path }
        guard logFiles.count < TransparencyDemand.maximumLists else {
            return reader.refuse(PolicyDocumentSentence.tooManyLists(limit: TransparencyDemand.maximumLists), at: place)
        }
        logFiles.append((path, place))
        return path
    }
}

extension PolicyNames.Programme {
    fileprivate var policy: TransparencyPolicy {
        switch self {
        case .apple: .apple
        case .chrome: .chrome
        }
    }
}

extension PolicyNames.Scope {
    fileprivate var scope: TransparencyRequirement.Scope {
        switch self {
        case .public: .publicAnchors
        case .every: .everyAnchor
        }
    }
}
