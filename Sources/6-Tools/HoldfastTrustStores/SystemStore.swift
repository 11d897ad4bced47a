import HoldfastFiles
import HoldfastLibC
import HoldfastStatements
import HoldfastX509

/// The distribution's store: a folder for certificates of the administrator's, and the program that makes the bundles
/// anew.
struct SystemStore: TrustPlace {
    /// A way of distributions to keep one.
    enum Family: Hashable, Sendable, CaseIterable {
        /// Debian, Ubuntu and what comes of them (update-ca-certificates(8)).
        case debian
        /// Fedora, RHEL and what comes of them (update-ca-trust(8)).
        case fedora

        var name: String { self == .debian ? "Debian's system store" : "Fedora's system store" }
        /// The folder for certificates of the administrator's.
        var folder: String {
            self == .debian ? "/usr/local/share/ca-certificates" : "/etc/pki/ca-trust/source/anchors"
        }
        /// The bundle that the program makes, and programs read.
        var bundle: String {
            self == .debian ? "/etc/ssl/certs/ca-certificates.crt" : "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem"
        }
        /// The folders that the bundle is made of: update-ca-certificates(8), update-ca-trust(8).
        var sources: [String] {
            self == .debian
                ? ["/usr/share/ca-certificates", "/usr/local/share/ca-certificates"]
                : ["/etc/pki/ca-trust/source", "/usr/share/pki/ca-trust-source", "/usr/share/pki/ca-trust-legacy"]
        }
        var program: String { self == .debian ? "update-ca-certificates" : "update-ca-trust" }
    }

    let kind = TrustStoreKind.system
    let family: Family
    private let tree: TreePath
    private let programs: StorePrograms

    /// The store of a tree; nil where there is none of the kinds that are known.
    init?(in tree: TreePath, _ programs: StorePrograms) {
        // Fedora has no folder of Debian's; some of Debian's have Fedora's p11-kit folders without the program.
        guard let family = Family.allCases.first(where: { tree.kind($0.folder) == .folder }) else { return nil }
        (self.family, self.tree, self.programs) = (family, tree, programs)
    }

    var name: String { family.name }
    var location: String { tree.path(family.folder) }

    /// The bundle in which programs find whom they trust, as this process names it.
    var bundle: String { tree.resolved(family.bundle) ?? tree.path(family.bundle) }

    private func file(_ authority: StoreAuthority) -> String { "\(location)/\(authority.label).crt" }

    /// The command that makes the bundles anew, within the tree where that is not the machine's own.
    private func update(_ change: TrustChange) -> [String] {
        // Debian's leaves links to a file that is gone, by which OpenSSL finds none of the same name after it; with
        // --fresh it makes all links anew (update-ca-certificates(8)).
        let options = change == .uninstall && family == .debian ? ["--fresh"] : []
        return (tree.isOwn ? [] : ["chroot", tree.root]) + [family.program] + options
    }

    func standing(of authority: StoreAuthority) -> TrustStanding {
        let path = file(authority)
        guard tree.resolved(family.folder) == location else {
            return .unknown(StandingReason.link(folder: family.folder).statement)
        }
        let isThere = !FileStamp.isOfNothing(path)
        if isThere, !isAuthoritys(path, authority) {
            return .taken(StandingReason.somethingElse(path: path).statement)
        }
        let isInForce = isInBundle(authority)
        switch (isThere, isInForce) {
        case (true, true): return .trusted
        case (true, false):
            return .incomplete(StandingReason.notInBundle(path: path, bundle: family.bundle).statement)
        case (false, true):
            guard !sources.mayHold(authority.certificate) else { return .trustedOtherwise(nil) }
            return .stale(StandingReason.onlyInBundle(bundle: family.bundle).statement)
        case (false, false):
            let decisions = DistrustDecisions(tree: tree, family: family)
            if let distrust = decisions.against(authority.certificate) { return .taken(distrust.statement) }
            guard hasProgram else {
                let missing = StandingReason.noProgram(name: family.program, packages: "ca-certificates")
                return .unknown(missing.statement)
            }
            return .absent
        }
    }

    func steps(
        _ change: TrustChange, for authority: StoreAuthority, from standing: TrustStanding
    ) -> [TrustStep] {
        switch (change, standing) {
        case (.install, .absent), (.install, .stale):
            [.write(path: file(authority), bytes: authority.pem), .run(update(change), input: [])]
        case (.install, .incomplete): [.run(update(change), input: [])]
        case (.uninstall, .trusted), (.uninstall, .incomplete):
            [.remove(path: file(authority)), .run(update(change), input: [])]
        // The file is gone; a program that failed then makes its bundles anew now.
        case (.uninstall, .stale): [.run(update(change), input: [])]
        default: []
        }
    }

    func perform(_ step: TrustStep) throws(TrustStoreError) {
        switch step {
        case .write(let path, let bytes):
            do throws(SystemError) {
                var draft = try FileDraft.beside(path, mode: 0o644)
                try draft.setMode(0o644)
                try draft.write(bytes)
                try draft.place(as: path, replacing: false)
            } catch {
                throw Self.failure(path, error)
            }
        case .remove(let path):
            guard unsafe unlink(path) == 0 else { throw Self.failure(path, SystemError(errno)) }
        case .run(let command, let input):
            try programs.succeed(command, input: input, packages: "ca-certificates")
        }
    }

    func reversal(of step: TrustStep, for authority: StoreAuthority) -> [TrustStep] {
        guard case .write(let path, _) = step else { return [] }
        return [.remove(path: path), .run(update(.uninstall), input: [])]
    }

    /// The folders that the bundle is made of.
    private var sources: StoreSources {
        StoreSources(folders: family.sources.compactMap { tree.exists($0) ? tree.resolved($0) : nil })
    }

    /// Whether the user may write into it.
    var isWritable: Bool { unsafe access(location, W_OK) == 0 }

    private var hasProgram: Bool {
        if tree.isOwn { return programs.path(of: family.program) != nil }
        return ["/usr/sbin", "/usr/bin", "/sbin", "/bin"].contains { tree.exists("\($0)/\(family.program)") }
    }

    /// Whether a file holds that certificate and no other; links are not followed.
    private func isAuthoritys(_ path: String, _ authority: StoreAuthority) -> Bool {
        guard (try? FileStatus(of: path, followingLinks: false))?.kind == .regular,
            let bytes = try? BoundedFile.bytes(path, limit: StoreAuthority.maximumBytes),
            let objects = try? EncodedObject.all(in: bytes)
        else { return false }
        return objects.map(\.bytes) == [Array(authority.certificate.bytes)]
    }

    private func isInBundle(_ authority: StoreAuthority) -> Bool {
        // The largest bundles in use have some 250 KiB.
        guard let bytes = try? BoundedFile.bytes(bundle, limit: 16 << 20),
            let blocks = try? PEM.blocks(in: bytes[...])
        else { return false }
        let wanted = Array(authority.certificate.bytes)
        return blocks.contains { $0.contents == wanted }
    }

    private static func failure(_ path: String, _ error: SystemError) -> TrustStoreError {
        error.number == EACCES || error.number == EPERM
            ? .notPermitted(path) : .file(path, SystemText.clause(error.number))
    }
}
