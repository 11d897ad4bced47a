import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastStatements
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
        fileprivate(set) var reason: EnglishText
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
    let warnings: [EnglishText]
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
        var warnings: [Statement] = []
        if !input.authority.isConstrained { warnings.append(CreateWarning.unlimited.statement) }
        if input.authority.expiry(at: SystemClock.now()) != nil {
            warnings.append(TrustStoreWarning.expired.statement)
        }
        if SystemClock.now() < certificate.validity.notBefore.instant {
            warnings.append(TrustStoreWarning.notYetValid.statement)
        }
        if input.authority.trustSettings?.isUnlimited == false {
            warnings.append(TrustStoreWarning.limitedUses.statement)
        }
        warnings += StoreReaders.remarks(on: input.authority, in: Set(input.places.map(\.kind)))
        self.warnings = warnings.map(EnglishText.init)
        let bundle = input.stores.bundle(with: input.authority)
        isInBundle = bundle != nil
        let path = input.isPEM ? WholePath.of(input.file) : nil
        shown = path.map { ProgramTrust.all(certificate: $0, bundle: bundle) } ?? []
        programs = shown.map {
            Program(
                program: $0.program, variable: $0.variable, file: $0.file, replaces: $0.replaces, option: $0.option)
        }
    }

    var hasProblem: Bool { places.contains { $0.problem != nil } }

    /// The lines above the stores.
    var heading: [TrustStoreNote] {
        var lines: [TrustStoreNote] = [
            .heading(action: action, subject: authority.subject, until: authority.notAfter),
            .fingerprint(authority.fingerprintSHA256),
        ]
        if authority.constrained { lines.append(.mayIssueFor(names: authority.permitted)) }
        return lines + warnings.map { .warning($0.statement) }
    }

    mutating func add(_ place: any TrustPlace, _ steps: [TrustStep], wasDone: Bool, problem: String?) {
        places.append(
            Place(
                kind: place.kind.rawValue, name: place.name, location: place.location, standing: "",
                reason: EnglishText(statement: Statement(verbatim: "")),
                steps: steps.map(\.description), done: wasDone, problem: problem))
    }

    /// Finds out how each place stands, in the order in which they were added.
    mutating func lookAgain(at all: [any TrustPlace], for authority: StoreAuthority) {
        standings = all.map { $0.standing(of: authority) }
        for (index, standing) in standings.enumerated() where places.indices.contains(index) {
            (places[index].standing, places[index].reason) = (standing.word, EnglishText(statement: standing.statement))
        }
    }

    func text(in language: PageLanguage) -> String {
        func told(_ note: TrustStoreNote) -> String { Wording.line(note.words.text(in: language)) + "\n" }
        var text = ""
        if action == "status" { text += heading.map(told).joined() }
        for place in places {
            let colon = LocalizedText(": ", "：").text(in: language)
            let reason = place.reason.statement.text(in: language)
            text += "\(Console.resultStyle.strong(place.name))\(colon)\(Wording.line(reason))\n"
            text += "  \(Wording.line(place.location))\n"
        }
        if action == "status", !shown.isEmpty {
            text += "\n" + told(.ownLists)
            if !isInBundle { text += "  " + told(.notInSystemsStore) }
            for program in shown {
                text += "  \(Wording.line(program.export))\n"
                text += "    " + told(.reader(program: program.program, replaces: program.replaces))
                if let option = program.option { text += "    " + told(.otherwise(option: option)) }
            }
        }
        return text
    }

    /// Lines for a shell: the variables, each below its program.
    func shellLines(in language: PageLanguage) -> String {
        shown.map { program in
            let reader = TrustStoreNote.reader(program: program.program, replaces: program.replaces)
            return "# \(reader.words.text(in: language))\n\(program.export)\n"
        }.joined()
    }
}
