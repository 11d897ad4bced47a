import HoldfastDiagnostics
import HoldfastCredentials
import HoldfastCrypto
import HoldfastStatements
import HoldfastX509

/// The store that a command line means.
struct CredentialPlace {
    private let store: any CredentialItemStore
    /// The file of `--key-file`.
    private let keyFile: String?

    init(_ invocation: Invocation) async throws(CommandError) {
        keyFile = invocation.value(.credentialKey)
        let (file, folder) = (invocation.value(.credentialFile), invocation.value(.credentialFolder))
        guard file == nil || folder == nil else {
            throw .usage(CredentialsSentence.twoPlaces, hint: UsageAdvice.giveOne)
        }
        let key = Self.key(invocation)
        if let file {
            store = EncryptedCredentialFile(path: file, key: key)
        } else if let folder {
            store = SynchronizedCredentialFolder(path: folder, key: key)
        } else {
            store = try await Self.usersOwn(invocation, key)
        }
    }

    private static func usersOwn(
        _ invocation: Invocation, _ key: CredentialFileKey
    ) async throws(CommandError) -> any CredentialItemStore {
        let asks = !invocation.has(.withoutSecretService) && !invocation.has(.credentialKey)
        do throws(CredentialStoreError) {
            let found = try await UserCredentialStores.permanent(
                program: invocation.value(.program) ?? "holdfast", key: key, asksSecretService: asks)
            if let found { return found }
        } catch {
            throw CommandError(error, key: invocation.value(.credentialKey))
        }
        throw CommandError(
            .internalError, code: .noCredentialStore, CredentialsSentence.noPlace,
            hint: CredentialsAdvice.startKeyring)
    }

    /// The file that was named, systemd's credential, and at last whoever sits at the terminal.
    private static func key(_ invocation: Invocation) -> CredentialFileKey {
        if let path = invocation.value(.credentialKey) { return .file(path) }
        return .first(of: [
            .systemd(),
            CredentialFileKey {
                TerminalSecret.ask(CredentialNote.passphrase).map {
                    CredentialFileKey.Secret.passphrase(Passphrase($0))
                }
            },
        ])
    }

    /// The passwords for servers that are kept, by host and user.
    func items(host: String?, user: String?) async throws(CommandError) -> [CredentialLine] {
        do throws(CredentialStoreError) {
            var query = CredentialQuery(.internetPassword)
            if let user { query.attributes[.account] = .text(user) }
            let found = try await store.items(matching: query)
            for problem in found.problems {
                Console.complain(
                    problem.error.statement, hint: problem.error.adviceStatement)
            }
            let first = try await store.items(matching: CredentialQuery(.defaultAccount)).items
            return found.items.compactMap { CredentialLine($0, first) }.filter { $0.isMeant(by: host) }
        } catch {
            throw CommandError(error, key: keyFile)
        }
    }

    /// Stores a password, and who is proposed first.
    func put(
        _ credential: PasswordCredential, for space: CredentialSpace, until end: Instant?, isDefault: Bool
    ) async throws(CommandError) {
        do throws(CredentialStoreError) {
            try await store.keep(credential, for: space, at: SystemClock.now(), expiresAt: end, isDefault: isDefault)
        } catch {
            throw CommandError(error, key: keyFile)
        }
    }

    /// Removes these passwords alone; and the notes that their users are proposed first, where no password is left of
    /// them for the space.
    func remove(_ lines: [CredentialLine]) async throws(CommandError) {
        do throws(CredentialStoreError) {
            for line in lines {
                try await store.remove(matching: CredentialQuery(id: line.id))
                guard try await store.passwords(for: line.space, of: line.user).items.isEmpty else { continue }
                try await store.forget(user: line.user, for: line.space)
            }
        } catch {
            throw CommandError(error, key: keyFile)
        }
    }
}

extension CommandError {
    /// Makes the error of a store.
    ///
    /// - Parameter key: the file that was named for the key; nil for none.
    init(_ error: CredentialStoreError, key: String?) {
        var advice = error.adviceStatement
        // The library's advice is for programs.
        if case .noKey = error.reason { advice = CredentialsAdvice.makeKeyFile(file: key ?? "FILE").statement }
        self.init(.internalError, .command(.credentials), error.statement, advice: advice)
    }
}
