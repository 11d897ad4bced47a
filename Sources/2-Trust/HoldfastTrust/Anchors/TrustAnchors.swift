import HoldfastCrypto
import HoldfastFiles
public import HoldfastX509
import Synchronization

/// A handle to a collection of anchors: shared between threads, read when first needed, reloaded by generation.
///
/// Whoever may add a certificate to the folder or the file behind a handle decides what is trusted: keep them writable
/// by the administrator only.
public final class TrustAnchors: Sendable {
    private struct State {
        var set: AnchorSet?
        var stamps: [String: FileStamp] = [:]
        var checked: ContinuousClock.Instant?
        /// The set of ``base`` that ``set`` was made of.
        var baseGeneration: UInt64?
    }

    /// The time for which a loaded set is used before the files behind it are looked at again.
    private static let checkInterval: Duration = .seconds(1)

    private let memory: [TrustAnchor]
    /// The certificates that were passed over where the anchors in memory were read.
    private let problems: [AnchorProblem]
    /// A handle whose anchors are among these: read once for all that are made from it.
    private let base: TrustAnchors?
    private let locations: @Sendable () -> [AnchorLocation]
    private let state = Mutex(State())
    /// Tells handles apart in policy digests: by their certificates, where there is nothing behind them that could
    /// change.
    let identity: String
    private static let identities = Atomic<UInt64>(1)

    private init(
        memory: [TrustAnchor], base: TrustAnchors? = nil, problems: [AnchorProblem] = [],
        locations: @escaping @Sendable () -> [AnchorLocation]
    ) {
        self.memory = memory
        self.problems = problems
        self.base = base
        self.locations = locations
        identity = "\(Self.identities.wrappingAdd(1, ordering: .relaxed).oldValue)"
    }

    /// A handle to exactly these anchors.
    private init(fixed anchors: [TrustAnchor], problems: [AnchorProblem] = []) {
        memory = anchors
        self.problems = problems
        base = nil
        locations = { [] }
        var hashed: [UInt8] = []
        for anchor in anchors {
            hashed.append(anchor.countsAsPublic ? 1 : 0)
            hashed += anchor.digestInput
        }
        identity = HexString.encode(Digest.sha256(hashed[...]))
    }

    /// The system's anchors: `SSL_CERT_FILE` and `SSL_CERT_DIR` where set, else the distribution's bundle or folder.
    ///
    /// The environment is read with `secure_getenv`: a set-user-ID program does not obey its caller's variables.
    public static let system = TrustAnchors(memory: [], locations: { SystemAnchors.locations() })

    /// Exactly these certificates, and not the system's.
    ///
    /// - Parameter certificates: any certificates; one that is not self-signed ends the path all the same.
    public static func only(_ certificates: [Certificate]) -> TrustAnchors {
        TrustAnchors(fixed: certificates.map { TrustAnchor(certificate: $0, source: nil) })
    }

    /// Exactly these certificates, judged as strictly as anchors of the public web: how tests see what a profile asks
    /// of public authorities without a public authority's key.
    package static func onlyAsPublic(_ certificates: [Certificate]) -> TrustAnchors {
        TrustAnchors(fixed: certificates.map { TrustAnchor(certificate: $0, source: nil, countsAsPublic: true) })
    }

    /// The certificates in these files and folders, and not the system's.
    ///
    /// A certificate among several that cannot be read is passed over, and told in ``AnchorSet/problems``. One that its
    /// file's trust settings reject for a purpose is no anchor for it (``TrustAnchor/permits(_:)``).
    ///
    /// - Parameter paths: PEM or DER files, or folders whose files are read (one level, symbolic links followed).
    /// - Throws: ``AnchorError`` where a path cannot be read or holds no usable certificate.
    public static func only(paths: [String]) throws(AnchorError) -> TrustAnchors {
        try checked(paths)
        return TrustAnchors(memory: [], locations: { paths.map(AnchorLocation.given) })
    }

    /// The system's anchors and these certificates.
    public static func system(adding certificates: [Certificate]) -> TrustAnchors { system.adding(certificates) }

    /// The anchors of this handle, as they are whenever they are asked for, and these certificates.
    package func adding(_ certificates: [Certificate]) -> TrustAnchors {
        TrustAnchors(
            memory: certificates.map { TrustAnchor(certificate: $0, source: nil) }, base: self, locations: { [] })
    }

    /// The system's anchors and the certificates in these files and folders.
    ///
    /// - Throws: ``AnchorError`` where a path cannot be read or holds no usable certificate.
    public static func system(addingPaths paths: [String]) throws(AnchorError) -> TrustAnchors {
        try checked(paths)
        return TrustAnchors(memory: [], base: .system, locations: { paths.map(AnchorLocation.given) })
    }

    /// The certificates of files and folders, as they are read for anchors: for pins, which are files like them.
    ///
    /// - Throws: ``AnchorError`` where a path cannot be read or holds no usable certificate; where one of several
    ///   cannot be read, since nobody would be told; and where a file's trust settings reject one for TLS servers
    ///   (``CertificateTrustSettings``), since the certificate alone would not say so.
    public static func certificates(paths: [String]) throws(AnchorError) -> [Certificate] {
        var certificates: [Certificate] = []
        for path in paths {
            let contents = try AnchorFiles.read(.given(path))
            if let defect = contents.problems.first(where: \.isDefect) { throw defect.error }
            for anchor in contents.anchors {
                guard anchor.permits(.sslWithoutName) else {
                    throw AnchorError(path: path, reason: .rejected(anchor.certificate.subject.shortDescription))
                }
                certificates.append(anchor.certificate)
            }
        }
        return certificates
    }

    /// Exactly the anchors of contents that were read already, or the system's beside them.
    package static func of(_ contents: AnchorContents, addingSystem: Bool) -> TrustAnchors {
        guard addingSystem else { return TrustAnchors(fixed: contents.anchors, problems: contents.problems) }
        return TrustAnchors(
            memory: contents.anchors, base: .system, problems: contents.problems, locations: { [] })
    }

    private static func checked(_ paths: [String]) throws(AnchorError) {
        for path in paths { _ = try AnchorFiles.read(.given(path)) }
    }

    /// The anchors as they are now.
    ///
    /// Loaded at the first call; later calls look at the files' stamps at most once a second and load again, under a
    /// new generation, where one has changed. A file that has become unreadable keeps no anchors: nothing is trusted
    /// by memory alone.
    public func current() -> AnchorSet {
        let under = base?.current()
        return state.withLock { state in
            let now = ContinuousClock.now
            // Another thread may have been given a later set meanwhile: what was read last stays.
            if let set = state.set, state.baseGeneration ?? 0 >= under?.generation ?? 0 {
                if let checked = state.checked, checked.duration(to: now) < Self.checkInterval { return set }
                state.checked = now
                if AnchorFiles.stamps(of: locations()) == state.stamps { return set }
            }
            return load(&state, above: under, at: now)
        }
    }

    /// Reads the files again now, under a new generation.
    @discardableResult
    public func reload() -> AnchorSet {
        let under = base?.reload()
        return state.withLock { state in load(&state, above: under, at: ContinuousClock.now) }
    }

    private func load(
        _ state: inout State, above under: AnchorSet?, at now: ContinuousClock.Instant
    ) -> AnchorSet {
        let locations = locations()
        var anchors = memory
        var problems: [AnchorProblem] = problems
        let stamps = AnchorFiles.stamps(of: locations)
        for location in locations {
            do throws(AnchorError) {
                let contents = try AnchorFiles.read(location)
                anchors += contents.anchors
                problems += contents.problems
            } catch {
                problems.append(AnchorProblem(error))
            }
        }
        let set = AnchorSet(
            anchors, above: under, generation: (state.set?.generation ?? 0) + 1, problems: problems)
        state = State(set: set, stamps: stamps, checked: now, baseGeneration: under?.generation)
        return set
    }
}
