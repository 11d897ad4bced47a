import HoldfastHTTPS
import HoldfastTrust
import HoldfastX509

/// A document with everything that its words stand for: what is in force at one time.
struct PolicySnapshot: Sendable {
    /// Anchors by what is in them, wherever they were named.
    struct AnchorKey: Hashable, Sendable {
        let system: Bool
        let contents: AnchorContents

        func handle() -> TrustAnchors {
            system && contents.anchors.isEmpty ? .system : .of(contents, addingSystem: system)
        }
    }

    let document: PolicyDocument
    /// The file that it was read from, as the program named it; nil for a document of the program's own.
    let path: String?
    /// Made once: handles are told apart in the digests of policies, and connections are shared by those.
    let handles: [AnchorKey: TrustAnchors]
    private let anchors: [AnchorSource: TrustAnchors]
    private let lists: [String: TransparencyLogList]
    private let acceptAny: [HostPattern: DangerousAcceptAny]

    /// Makes the snapshot of a document, and takes over from the earlier one what has not changed.
    ///
    /// - Parameters:
    ///   - files: the anchors of the files that the document names.
    ///   - lists: the lists of logs of the files that the document names.
    ///   - path: the document's own file; nil where it has none.
    ///   - earlier: what was in force before; what has stayed the same is taken over from it.
    init(
        _ document: PolicyDocument, files: [String: AnchorContents], lists: [String: TransparencyLogList],
        from path: String? = nil, at now: Instant, after earlier: PolicySnapshot?
    ) {
        var handles: [AnchorKey: TrustAnchors] = [:]
        var anchors: [AnchorSource: TrustAnchors] = [:]
        var acceptAny: [HostPattern: DangerousAcceptAny] = [:]
        for (pattern, host) in document.hosts {
            for source in host.anchorSources where anchors[source] == nil {
                var contents = AnchorContents()
                for file in source.files { contents += files[file] ?? AnchorContents() }
                contents += AnchorContents(source.certificates)
                let key = AnchorKey(system: source.system, contents: contents)
                let handle = handles[key] ?? earlier?.handles[key] ?? key.handle()
                handles[key] = handle
                anchors[source] = handle
            }
            guard case .host(let name) = pattern, let debug = host.dangerousDebug, debug.kind == .acceptAny else {
                continue
            }
            if let same = earlier?.acceptAny[pattern], same.until == debug.until {
                acceptAny[pattern] = same
            } else if let scope = try? DangerousAcceptAny(.hosts(["\(name)"]), from: now, until: debug.until) {
                acceptAny[pattern] = scope
            }
        }
        (self.document, self.handles, self.anchors, self.acceptAny) = (document, handles, anchors, acceptAny)
        (self.lists, self.path) = (lists, path)
    }

    /// The certificates in files of anchors that could not be read and were passed over.
    var anchorProblems: [AnchorProblem] { handles.keys.flatMap(\.contents.problems) }

    /// The policy for a server, on the grounds of what the program asks of all.
    ///
    /// - Parameter pins: holds the document's pins.
    func policy(for name: ServerName, base: TrustPolicy, pins: TrustPins, at now: Instant) -> TrustPolicy {
        let host = document.policy(for: name)
        var policy = base
        policy.policyFile = path.map { path in
            PolicyFileReference(path: path, parts: document.parts(for: name, at: now)) { [document] in
                document.nearestPattern(to: name)
            }
        }
        if let profile = host.profile { policy.profile = profile.profile }
        if let revocation = host.revocation {
            policy.revocation = revocation
            policy.fetching.revocation = revocation == .off ? [] : .any
        }
        if let source = host.anchors { policy.anchors = handle(of: source) }
        if let limits = host.anchorConstraints { policy.anchorConstraints = limits }
        switch host.transparency {
        case nil: break
        case .off?: policy.transparency = .off
        case .required(let demand)?:
            policy.transparency = .required(
                TransparencyRequirement(
                    policy: demand.policy, logs: lists[demand.logs] ?? Self.noLogs, scope: demand.scope))
        }
        host.appTransportSecurity?.transportSecurity?.add(to: &policy)
        if host.pins != nil || policy.pins === TrustPins.none { policy.pins = pins }
        guard let debug = host.dangerousDebug, now < debug.until else { return policy }
        switch debug.kind {
        case .acceptAny: policy.dangerousAcceptAny = acceptAny[.host(name)]
        case .anchors(let source): policy.anchors = handle(of: source)
        }
        return policy
    }

    /// The list of a demand whose own was not read: by it nothing counts, and without any everything would pass.
    private static let noLogs = try? TransparencyLogList(json: Array("{\"operators\": []}".utf8))

    /// A source without a handle is none of this document's: nothing is trusted by it.
    private func handle(of source: AnchorSource) -> TrustAnchors { anchors[source] ?? .only([]) }
}

extension HostPolicy {
    /// The files that it names: of anchors, and the list of logs.
    var files: [String] { anchorSources.flatMap(\.files) + (transparency?.demand.map { [$0.logs] } ?? []) }

    /// The sources of the anchors, those of a debug override included.
    var anchorSources: [AnchorSource] {
        var sources = anchors.map { [$0] } ?? []
        if case .anchors(let source)? = dangerousDebug?.kind { sources.append(source) }
        return sources
    }
}
