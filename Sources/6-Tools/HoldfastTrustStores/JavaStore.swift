import HoldfastFiles
import HoldfastLibC
import HoldfastStatements
import HoldfastX509

/// A key store of a Java runtime: `lib/security/cacerts`, where it has the password that it was delivered with.
struct JavaStore: TrustPlace {
    let kind = TrustStoreKind.java
    let name: String
    /// The file.
    let location: String
    private let keytool: String
    private let programs: StorePrograms

    private static let packages = "a Java runtime"
    /// The password of every `cacerts` that nobody has changed (keytool(1), "The cacerts Certificates File").
    private static let password = ["-storepass", "changeit"]

    /// The store of the runtime that JAVA_HOME names, or else those of the tree's runtimes and of the keytool that the
    /// path leads to; each file once.
    static func all(in tree: TreePath, javaHome: String?, _ programs: StorePrograms) -> [JavaStore] {
        let homes: [String]
        if let javaHome {
            homes = [javaHome]
        } else {
            let installed = tree.names("/usr/lib/jvm").map { "/usr/lib/jvm/\($0)" }
            // A runtime of the user's own, by the program that the path leads to.
            let used = tree.isOwn ? programs.path(of: "keytool").flatMap(Self.file).map(Self.home) : nil
            homes = installed + (used.map { [$0] } ?? [])
        }
        // The program of the machine, never one of another tree.
        let own = javaHome.map { "\($0)/bin/keytool" }
        let keytool = tree.isOwn ? own.flatMap { programs.path(of: $0) } ?? "keytool" : "keytool"
        var stores: [JavaStore] = []
        for home in homes {
            for folder in ["lib/security", "jre/lib/security"] {
                guard let place = tree.resolved("\(home)/\(folder)/cacerts"), let file = Self.file(place),
                    !stores.contains(where: { $0.location == file })
                else { continue }
                stores.append(
                    JavaStore(name: "Java's store", location: file, keytool: keytool, programs: programs))
            }
        }
        return stores
    }

    /// The file itself, past all links; nil where there is none.
    private static func file(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        let file = unsafe String(cString: resolved)
        return (try? FileStatus(of: file))?.kind == .regular ? file : nil
    }

    /// The runtime that a program belongs to: `HOME/bin/keytool`.
    private static func home(_ program: String) -> String {
        "/" + program.split(separator: "/").dropLast(2).joined(separator: "/")
    }

    private var keyStore: [String] { ["-keystore", location] + Self.password }

    /// The aliases that come of an installation: the one that is given here, and the one of Debian's hook, which puts
    /// into Java's store what is new in the system's, and does not take out what is gone there.
    private static func aliases(of authority: StoreAuthority) -> [String] {
        [authority.label, "debian:\(authority.label).pem"]
    }

    /// The aliases among them that are there, and are this certificate's.
    private func ownAliases(of authority: StoreAuthority) -> [String] {
        let wanted = Self.fingerprint(authority)
        let entries = (try? list()).map { Self.entries($0.text) } ?? []
        return Self.aliases(of: authority).filter { alias in
            entries.contains { $0.alias == alias && $0.fingerprint == wanted }
        }
    }

    private static func fingerprint(_ authority: StoreAuthority) -> String {
        HexString.encode(authority.fingerprint, separator: ":").uppercased()
    }

    /// The list of the store, in English, whatever the user's language.
    private func list() throws(TrustStoreError) -> ProgramRun {
        try programs.run([keytool, "-list"] + keyStore + ["-J-Duser.language=en"], packages: Self.packages)
    }

    func standing(of authority: StoreAuthority) -> TrustStanding {
        let list: ProgramRun
        do throws(TrustStoreError) { list = try self.list() } catch { return .unknown(error.statement) }
        guard list.exitCode == 0 else {
            return .unknown(StandingReason.program(name: "keytool", said: list.complaint).statement)
        }
        let entries = Self.entries(list.text)
        let wanted = Self.fingerprint(authority)
        if entries.contains(where: { $0.alias == authority.label && $0.fingerprint != wanted }) {
            return .taken(StandingReason.othersAlias(authority.label).statement)
        }
        let aliases = entries.filter { $0.fingerprint == wanted }.map(\.alias)
        if aliases.contains(where: Self.aliases(of: authority).contains) { return .trusted }
        if let other = aliases.first { return .trustedOtherwise(other) }
        // Fedora's is made anew from the system's store, and what stands in it alone is lost then.
        if location.contains("/ca-trust/extracted/") { return .unknown(StandingReason.madeFromSystem.statement) }
        return .absent
    }

    func steps(
        _ change: TrustChange, for authority: StoreAuthority, from standing: TrustStanding
    ) -> [TrustStep] {
        switch (change, standing) {
        case (.install, .absent):
            [
                .run(
                    [keytool, "-importcert", "-noprompt"] + keyStore + ["-alias", authority.label], input: authority.pem
                )
            ]
        case (.uninstall, .trusted):
            ownAliases(of: authority).map { .run([keytool, "-delete"] + keyStore + ["-alias", $0], input: []) }
        default: []
        }
    }

    /// Tries it in a store of its own, which keytool makes.
    func rehearse(_ change: TrustChange, of authority: StoreAuthority) throws(TrustStoreError) {
        guard change == .install else { return }
        try ScratchFolder.with { folder throws(TrustStoreError) in
            let store = ["-keystore", "\(folder)/cacerts"] + Self.password
            try programs.succeed(
                [keytool, "-importcert", "-noprompt"] + store + ["-alias", authority.label], input: authority.pem,
                packages: Self.packages)
        }
    }

    func reversal(of step: TrustStep, for authority: StoreAuthority) -> [TrustStep] {
        guard case .run(let command, _) = step, command.contains("-importcert") else { return [] }
        return [.run([keytool, "-delete"] + keyStore + ["-alias", authority.label], input: [])]
    }

    func perform(_ step: TrustStep) throws(TrustStoreError) {
        guard case .run(let command, let input) = step else { return }
        try programs.succeed(command, input: input, packages: Self.packages)
    }

    /// Whether the user may write to it.
    var isWritable: Bool { unsafe access(location, W_OK) == 0 }

    /// The entries of `keytool -list`: `ALIAS, DATE, trustedCertEntry,` and, on the next line, the fingerprint.
    static func entries(_ text: String) -> [(alias: String, fingerprint: String)] {
        let mark = "Certificate fingerprint (SHA-256): "
        var entries: [(alias: String, fingerprint: String)] = []
        var last: Substring = ""
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix(mark), last.contains("trustedCertEntry") {
                // A date has a comma as well: "Nov 26, 2026".
                let words = last.split(separator: ",", omittingEmptySubsequences: false).dropLast(2)
                let alias = words.dropLast(2).joined(separator: ",")
                entries.append((alias, String(line.dropFirst(mark.count)).filter { $0 != " " }))
            }
            last = line
        }
        return entries
    }
}
