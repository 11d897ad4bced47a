import HoldfastFiles
import HoldfastLibC
import HoldfastStatements
import HoldfastX509

/// A database of NSS: Chromium's for a user, or that of a profile of Firefox.
struct NSSStore: TrustPlace {
    let kind = TrustStoreKind.nss
    let name: String
    /// The folder with `cert9.db`.
    let location: String
    private let programs: StorePrograms

    /// Nicknames that are looked at; nobody has put so many there by hand.
    private static let mostNicknames = 200
    private static let packages = "libnss3-tools, on Fedora nss-tools"

    /// The databases of a user that are there: a browser makes its own when it first starts.
    static func all(home: String, _ programs: StorePrograms) -> [NSSStore] {
        let browsers: [(name: String, folder: String)] = [
            ("Chromium's database", ".pki/nssdb"),
            ("Chromium's database (snap)", "snap/chromium/current/.pki/nssdb"),
        ]
        let profiles: [(name: String, folder: String)] = [
            ("Firefox", ".mozilla/firefox"), ("Firefox", ".config/mozilla/firefox"),
            ("Firefox (snap)", "snap/firefox/common/.mozilla/firefox"),
            ("Firefox (Flatpak)", ".var/app/org.mozilla.firefox/.mozilla/firefox"),
        ]
        var stores = browsers.map { NSSStore(name: $0.name, location: "\(home)/\($0.folder)", programs: programs) }
        for (name, folder) in profiles {
            for profile in ((try? FolderNames.of("\(home)/\(folder)", limit: 1_000)) ?? []).sorted() {
                stores.append(
                    NSSStore(
                        name: "\(name)'s profile \(profile)", location: "\(home)/\(folder)/\(profile)",
                        programs: programs))
            }
        }
        return stores.filter { (try? FileStatus(of: $0.database))?.kind == .regular }
    }

    private init(name: String, location: String, programs: StorePrograms) {
        (self.name, self.location, self.programs) = (name, location, programs)
    }

    private var database: String { "\(location)/cert9.db" }
    private var directory: [String] { ["-d", "sql:\(location)"] }

    func standing(of authority: StoreAuthority) -> TrustStanding {
        // A database that root has written is lost to its owner.
        if let owner = (try? FileStatus(of: database))?.owner, owner != geteuid() {
            return .unknown(StandingReason.othersDatabase(owner: owner).statement)
        }
        let entries: [(nickname: String, trust: String)]
        do throws(TrustStoreError) {
            let list = try programs.run(["certutil", "-L"] + directory, packages: Self.packages)
            guard list.exitCode == 0 else {
                return .unknown(StandingReason.program(name: "certutil", said: list.complaint).statement)
            }
            entries = Self.entries(list.text)
        } catch {
            return .unknown(error.statement)
        }
        if let own = entries.first(where: { $0.nickname == authority.label }) {
            guard certificate(own.nickname) == Array(authority.certificate.bytes) else {
                return .taken(StandingReason.othersNickname(authority.label).statement)
            }
            if let distrust = Self.distrust(own.trust) { return .taken(distrust.statement) }
            return Self.trustsServers(own.trust)
                ? .trusted : .incomplete(StandingReason.trustTaken(flags: own.trust).statement)
        }
        guard entries.count <= Self.mostNicknames else {
            return .unknown(StandingReason.tooMany(count: entries.count).statement)
        }
        for entry in entries where certificate(entry.nickname) == Array(authority.certificate.bytes) {
            if let distrust = Self.distrust(entry.trust) { return .taken(distrust.statement) }
            return Self.trustsServers(entry.trust)
                ? .trustedOtherwise(entry.nickname)
                : .taken(StandingReason.otherTrust(nickname: entry.nickname, flags: entry.trust).statement)
        }
        return .absent
    }

    func steps(
        _ change: TrustChange, for authority: StoreAuthority, from standing: TrustStanding
    ) -> [TrustStep] {
        switch (change, standing) {
        // Trusted to issue for servers, and for nothing else (certutil(1), -t).
        case (.install, .absent):
            [.run(["certutil", "-A"] + directory + ["-n", authority.label, "-t", "C,,", "-a"], input: authority.pem)]
        case (.install, .incomplete):
            [.run(["certutil", "-M"] + directory + ["-n", authority.label, "-t", "C,,"], input: [])]
        case (.uninstall, .trusted), (.uninstall, .incomplete):
            [.run(["certutil", "-D"] + directory + ["-n", authority.label], input: [])]
        default: []
        }
    }

    /// Tries it in a database of its own: NSS does not take every kind of key.
    func rehearse(_ change: TrustChange, of authority: StoreAuthority) throws(TrustStoreError) {
        guard change == .install else { return }
        try ScratchFolder.with { folder throws(TrustStoreError) in
            let directory = ["-d", "sql:\(folder)"]
            try programs.succeed(["certutil", "-N", "--empty-password"] + directory, packages: Self.packages)
            try programs.succeed(
                ["certutil", "-A"] + directory + ["-n", authority.label, "-t", "C,,", "-a"], input: authority.pem,
                packages: Self.packages)
        }
    }

    func reversal(of step: TrustStep, for authority: StoreAuthority) -> [TrustStep] {
        guard case .run(let command, _) = step, command.count > 1 else { return [] }
        let name = ["-n", authority.label]
        switch command[1] {
        case "-A": return [.run(["certutil", "-D"] + directory + name, input: [])]
        case "-M":
            let list = try? programs.run(["certutil", "-L"] + directory, packages: Self.packages)
            let entry = Self.entries(list?.text ?? "").first { $0.nickname == authority.label }
            return entry.map { [.run(["certutil", "-M"] + directory + name + ["-t", $0.trust], input: [])] } ?? []
        default: return []
        }
    }

    func perform(_ step: TrustStep) throws(TrustStoreError) {
        guard case .run(let command, let input) = step else { return }
        try programs.succeed(command, input: input, packages: Self.packages)
    }

    private func certificate(_ nickname: String) -> [UInt8]? {
        let run = try? programs.run(["certutil", "-L"] + directory + ["-n", nickname, "-r"])
        return run?.exitCode == 0 ? run?.output : nil
    }

    /// The lines of `certutil -L`: a nickname, which may have spaces, and three groups of flags at the end.
    static func entries(_ text: String) -> [(nickname: String, trust: String)] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            let words = line.split(separator: " ")
            guard let trust = words.last, trust.filter({ $0 == "," }).count == 2,
                trust.allSatisfy({ $0 == "," || "pPcCTuwG".contains($0) })
            else { return nil }
            var nickname = line.dropLast(line.distance(from: trust.startIndex, to: line.endIndex))
            while nickname.last == " " { nickname.removeLast() }
            return nickname.isEmpty ? nil : (String(nickname), String(trust))
        }
    }

    /// The words of a decision against it: certutil(1) has `p` for what is prohibited, distrusted on purpose.
    private static func distrust(_ trust: String) -> StandingReason? {
        trust.prefix { $0 != "," }.contains("p") ? .distrusted(flags: trust) : nil
    }

    private static func trustsServers(_ trust: String) -> Bool { trust.prefix { $0 != "," }.contains("C") }
}
