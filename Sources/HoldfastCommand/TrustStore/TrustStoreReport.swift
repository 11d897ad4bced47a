import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastTrust
import HoldfastTrustStores
import HoldfastX509

/// The answer of `holdfast trust-store`, for people and for machines (`holdfast.trustStore/1`).
struct TrustStoreReport: Encodable {
    /// The authority that is meant.
    struct Authority: Encodable {
        let file: String
        let subject: String
        let fingerprintSHA256: String
        let notAfter: String
        /// The name that it has in stores.
        let label: String
        let constrained: Bool
        /// The names that it may issue for.
        let permitted: [String]
    }

    /// A store, and how it stands with the authority.
    struct Place: Encodable {
        let kind: String
        let name: String
        let location: String
        fileprivate(set) var standing: String
        fileprivate(set) var reason: String
        /// The commands of a change.
        let steps: [String]
        /// Whether they were done.
        let done: Bool
        fileprivate let problem: String?
    }

    /// A program with a list of its own.
    struct Program: Encodable {
        let program: String
        let variable: String
        let file: String
        let replaces: Bool
        let option: String?
    }

    let schema = "holdfast.trustStore/1"
    let action: String
    let authority: Authority
    private(set) var places: [Place] = []
    let programs: [Program]
    let warnings: [String]
    private(set) var standings: [TrustStanding] = []
    private let shown: [ProgramTrust]
    private let isInBundle: Bool

    private enum CodingKeys: String, CodingKey {
        case schema, action, authority, places, programs, warnings
    }

    init(_ action: String, _ input: TrustStoreInput) {
        let certificate = input.authority.certificate
        self.action = action
        authority = Authority(
            file: input.file, subject: certificate.subject.description,
            fingerprintSHA256: HexString.encode(input.authority.fingerprint),
            notAfter: certificate.validity.notAfter.instant.description, label: input.authority.label,
            constrained: input.authority.isConstrained, permitted: input.authority.permittedNames)
        var warnings: [String] = []
        if !input.authority.isConstrained { warnings.append(Self.unlimited) }
        if input.authority.expiry(at: SystemClock.now()) != nil { warnings.append("it has expired") }
        if SystemClock.now() < certificate.validity.notBefore.instant { warnings.append("it is not valid yet") }
        if input.authority.trustSettings?.isUnlimited == false {
            warnings.append("its file limits the uses that it is trusted for; stores have no room for that")
        }
        warnings += StoreReaders.remarks(on: input.authority, in: Set(input.places.map(\.kind)))
        self.warnings = warnings
        let bundle = input.stores.bundle(with: input.authority)
        isInBundle = bundle != nil
        let path = input.isPEM ? WholePath.of(input.file) : nil
        shown = path.map { ProgramTrust.all(certificate: $0, bundle: bundle) } ?? []
        programs = shown.map {
            Program(
                program: $0.program, variable: $0.variable, file: $0.file, replaces: $0.replaces, option: $0.option)
        }
    }

    /// The sentence about an authority that nothing limits.
    static let unlimited =
        "NO LIMITS: this authority may issue for every name in the world. Whoever gets hold of its key can stand in "
        + "for any server before all who trust it; create ca --permit NAME makes one that cannot"

    var hasProblem: Bool { places.contains { $0.problem != nil } }

    /// The lines above the stores.
    var heading: [String] {
        var lines = [
            "\(action) \(Wording.line(authority.subject)), until \(authority.notAfter)",
            "  SHA-256 \(authority.fingerprintSHA256)",
        ]
        if authority.constrained {
            lines.append("  may issue for \(Wording.line(authority.permitted.joined(separator: ", "))) alone")
        }
        return lines + warnings.map { "warning: \($0)" }
    }

    mutating func add(_ place: any TrustPlace, _ steps: [TrustStep], wasDone: Bool, problem: String?) {
        places.append(
            Place(
                kind: place.kind.rawValue, name: place.name, location: place.location, standing: "", reason: "",
                steps: steps.map(\.description), done: wasDone, problem: problem))
    }

    /// Finds out how each place stands, in the order in which they were added.
    mutating func lookAgain(at all: [any TrustPlace], for authority: StoreAuthority) {
        standings = all.map { $0.standing(of: authority) }
        for (index, standing) in standings.enumerated() where places.indices.contains(index) {
            (places[index].standing, places[index].reason) = (standing.word, standing.reason)
        }
    }

    func show(json: Bool) {
        guard !json else { return Output.line(of: self) }
        var text = ""
        if action == "status" { text += heading.map { $0 + "\n" }.joined() }
        for place in places {
            text += "\(Console.resultStyle.strong(place.name)): \(Wording.line(place.reason))\n"
            text += "  \(Wording.line(place.location))\n"
        }
        if action == "status", !shown.isEmpty {
            text += "\nprograms with lists of their own:\n"
            if !isInBundle {
                text += "  the system's store lacks it: a variable in place of a list leaves it alone to be trusted\n"
            }
            for program in shown {
                text += "  \(Wording.line(program.export))\n"
                text += "    \(program.program)\(program.replaces ? ", in place of its own list" : "")\n"
                if let option = program.option { text += "    or: \(Wording.line(option))\n" }
            }
        }
        Console.result(text)
    }

    /// Lines for a shell: the variables, each below its program.
    var shellLines: String {
        shown.map { "# \($0.program)\($0.replaces ? ", in place of its own list" : "")\n\($0.export)\n" }.joined()
    }
}
