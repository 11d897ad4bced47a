import HoldfastDiagnostics
import HoldfastAuthority
import HoldfastCrypto
import HoldfastFiles
import HoldfastLibC
import HoldfastStatements
import HoldfastTrust
import HoldfastTrustStores
import HoldfastX509

/// The authority that is meant where nobody names one: `ca.pem` and `ca.key` in the current folder, else the user's own
/// in `holdfast/authority` of XDG_DATA_HOME.
enum DefaultAuthority {
    static let certificateName = "ca.pem"
    static let keyName = "ca.key"
    /// The names that the user's own may issue for: those that lead to this machine alone, and RFC 6761's `test`.
    static let permitted = ["test", "localhost", "127.0.0.0/8", "::1"]

    /// A certificate of an authority, and its key.
    struct Files: Hashable {
        let certificate: String
        let key: String
    }

    /// The user's folder; nil where there is none.
    static var folder: String? { StateFolder.dataPath(Descriptor.environment).map { "\($0)/authority" } }

    /// The authorities that are there, the first one that is meant first.
    ///
    /// - Parameter beside: a file in whose folder one is looked for before.
    static func all(beside file: String? = nil) -> [Files] {
        var folders = ["."]
        if let file, let slash = file.lastIndex(of: "/") { folders.insert(String(file[...slash]), at: 0) }
        folders += folder.map { [$0] } ?? []
        return folders.map(files(in:)).filter { [$0.certificate, $0.key].allSatisfy(Operand.isRegularFile) }
    }

    /// The authorities that are there, for the sentence about a chain of theirs that is not trusted.
    ///
    /// - Parameter option: that gives one as an anchor.
    static func atHand(for option: CommandOption) -> [AuthorityAtHand] {
        all().compactMap { files in
            guard let der = (try? CertificateInput.certificates(in: files.certificate))?.first,
                let certificate = try? Certificate(der: der)
            else { return nil }
            return AuthorityAtHand(
                certificate, file: files.certificate, option: "\(option.name) \(ShellWord.quoted(files.certificate))")
        }
    }

    private static func files(in folder: String) -> Files {
        let front = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
        return Files(certificate: front + certificateName, key: front + keyName)
    }

    /// Makes the user's folder, for its owner alone, and names the files in it.
    static func makeFolder() throws(CommandError) -> Files {
        guard let folder else {
            throw .usage(CreateSentence.bothFiles, hint: CreateAdvice.setHome)
        }
        do throws(PrivateFolderError) { try PrivateFolder.make(folder) } catch {
            throw CommandError(
                .internalError, UsageSentence.cannotMake(path: folder, fault: "\(error)"),
                hint: UsageAdvice.checkFolder)
        }
        return files(in: folder)
    }

    /// A name by which people know it again, and which no other machine's has.
    static var name: String {
        var buffer = [CChar](repeating: 0, count: 256)
        let host =
            unsafe gethostname(&buffer, buffer.count - 1) == 0
            ? String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : ""
        let user = Descriptor.environment("USER") ?? Descriptor.environment("LOGNAME") ?? "\(getuid())"
        let name = "Development CA of \(user)@\(host)"
        // RFC 5280 appendix A.1: ub-common-name.
        let isFit = name.unicodeScalars.count <= 64 && name.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        return isFit && !name.contains("=") ? name : "Development CA"
    }
}

/// The options that `holdfast create` adds where they are not written.
enum CreateDefaults {
    /// A command line in which everything is named.
    static func completed(_ kind: CreateKind, _ invocation: Invocation) throws(CommandError) -> Invocation {
        switch kind {
        case .leaf: try leaf(invocation, invocation.operands)
        case .ca where !invocation.has(.out) && !invocation.has(.key): try authority(invocation)
        default: invocation
        }
    }

    /// `create leaf NAME…`: the names, the authority, and files called after the first name.
    private static func leaf(_ invocation: Invocation, _ names: [String]) throws(CommandError) -> Invocation {
        var result = invocation
        let named: [CommandOption] = [.subjectAlternativeName, .name, .request, .out, .key]
        if names.isEmpty, !named.contains(where: invocation.has) {
            throw .usage(
                UsageSentence.needs(option: "create leaf", needed: "NAME…"), hint: CreateAdvice.serversNameOrAddress)
        }
        if !names.isEmpty, let usage = invocation.value(.usage), usage != LeafUsage.server.rawValue {
            throw .usage(CreateSentence.bareNames, hint: CreateAdvice.writeNameOrSAN)
        }
        for name in names { result = result.with(.subjectAlternativeName, name) }
        if !invocation.has(.issuer) {
            guard let files = DefaultAuthority.all().first else {
                throw .usage(
                    UsageSentence.needs(option: "create leaf", needed: "--ca FILE"),
                    hint:
                        CreateAdvice.ownAuthority
                )
            }
            Console.note(CreateNote.authority(file: files.certificate))
            result = result.with(.issuer, files.certificate)
            if !invocation.has(.issuerKey) { result = result.with(.issuerKey, files.key) }
        }
        guard let first = names.first, !invocation.has(.request) else { return result }
        let base = fileName(first) + (names.count > 1 ? "+\(names.count - 1)" : "")
        if !invocation.has(.out) { result = result.with(.out, base + ".pem") }
        if !invocation.has(.key) { result = result.with(.key, base + ".key") }
        return result
    }

    /// A server's name as one of a file: `*` and what leads elsewhere has no place in it.
    private static func fileName(_ name: String) -> String {
        let plain = name.replacing("*", with: "_wildcard").map { "/:".contains($0) ? "_" : $0 }
        return plain.first == "." || plain.first == "-" ? "_" + String(plain) : String(plain)
    }

    /// `create ca` alone: the user's own authority, for names that lead to this machine.
    private static func authority(_ invocation: Invocation) throws(CommandError) -> Invocation {
        let files = try DefaultAuthority.makeFolder()
        var result = invocation.with(.out, files.certificate).with(.key, files.key)
        if !invocation.has(.name) { result = result.with(.name, DefaultAuthority.name) }
        guard !invocation.has(.permit) else { return result }
        for name in DefaultAuthority.permitted { result = result.with(.permit, name) }
        return result
    }
}

/// The lines below a new authority: the way on from there.
enum NextSteps {
    /// The sentences about an authority that nothing limits, and about stores and programs that do not take it.
    static func warnings(_ kind: CreateKind, _ certificate: [UInt8]) -> [Statement] {
        guard kind == .ca else { return [] }
        let isLimited = (try? Certificate(der: certificate))?.nameConstraints != nil
        let remarks = (try? StoreAuthority(file: certificate)).map {
            StoreReaders.remarks(on: $0, in: Set(TrustStoreKind.allCases))
        }
        return (isLimited ? [] : [CreateWarning.unlimited.statement]) + (remarks ?? [])
    }

    /// Tells how to have an authority trusted, and how to use it.
    ///
    /// - Parameters:
    ///   - path: the authority's file; nil for standard output, of which nothing is known.
    ///   - invocation: with the key's file and the permitted names.
    static func note(_ path: String?, _ invocation: Invocation) {
        guard let path, let key = invocation.value(.key) else { return }
        let domain = invocation.values(.permit).flatMap { $0.split(separator: ",") }.map(String.init)
            .first { !$0.contains("/") }
        let isWhole = { (name: String) in name == "localhost" || name.contains { ".:".contains($0) } }
        let name = domain.map { isWhole($0) ? $0 : "www.\($0)" } ?? "www.example.test"
        let quoted = ShellWord.quoted(path)
        let isFound = DefaultAuthority.all().first.map { CreatedFile.isSame($0.certificate, path) } ?? false
        let files = isFound ? "" : " --ca \(ShellWord.quoted(path)) --ca-key \(ShellWord.quoted(key))"
        Console.note(CreateNote.next(command: "holdfast create leaf \(ShellWord.quoted(name) + files)"))
        Console.note(CreateNote.next(command: "holdfast check --anchors \(quoted) \(ShellWord.quoted(name))"))
        Console.note(CreateNote.next(command: "holdfast trust-store install \(quoted)"))
    }
}
