import HoldfastFiles
import HoldfastSystem
import HoldfastTrust

/// The stores in which a program keeps its user's credentials unless it is told others.
public enum UserCredentialStores {
    /// The permanent store: the desktop's Secret Service where one answers; otherwise, where there is a key for it, the
    /// encrypted file `holdfast/credentials-PROGRAM.hfcred` in `$XDG_STATE_HOME`, else in `~/.local/state`.
    ///
    /// What was stored in the one is not in the other: where the Secret Service answered before and does not now, the
    /// file has nothing of it.
    ///
    /// - Parameters:
    ///   - program: letters, digits, `-`, `_` and `.`, at most 100: programs with other names share nothing.
    ///   - key: where the file's key comes from; by itself the credential `holdfast.key` of systemd's.
    ///   - asksSecretService: whether the Secret Service is asked at all.
    /// - Returns: nil where there is neither: what is permanent then ends with the process.
    /// - Throws: ``CredentialStoreError`` for a key that is there and cannot be read, or is too short.
    public static func permanent(
        program: String, key: CredentialFileKey = .systemd(), asksSecretService: Bool = true
    ) async throws(CredentialStoreError) -> (any CredentialItemStore)? {
        if asksSecretService, let service = try? await SecretServiceStore.find(program: program) { return service }
        return try await file(program: program, key: key)
    }

    /// The encrypted file of a program for its user; nil where there is no key, no such folder, or the name is none.
    ///
    /// - Throws: ``CredentialStoreError`` for a key that is there and cannot be read, or is too short.
    public static func file(
        program: String, key: CredentialFileKey
    ) async throws(CredentialStoreError) -> EncryptedCredentialFile? {
        try await file(program: program, key: key, environment: ProcessEnvironment.value)
    }

    package static func file(
        program: String, key: CredentialFileKey, environment: @escaping @Sendable (String) -> String?
    ) async throws(CredentialStoreError) -> EncryptedCredentialFile? {
        guard let folder = StateFolder.path(environment), let name = StateFolder.fileName(program) else { return nil }
        // A program may ask somebody for the key.
        let secret = try await WaitingThreads.files.result { () throws(CredentialStoreError) in
            try key.secretIfThere()
        }
        guard let secret else { return nil }
        // The ending keeps programs apart whose names end as those of files beside the store do (`.new`, `.lock`).
        let path = "\(folder)/credentials-\(name)\(RecordVersion.ending)"
        return EncryptedCredentialFile(path: path, key: CredentialFileKey { secret })
    }
}

extension LayeredCredentialStore {
    /// The store of a program for its user: memory for the session,
    /// ``UserCredentialStores/permanent(program:key:asksSecretService:)`` for what is permanent, and a folder for what
    /// is synchronised.
    ///
    /// - Parameters:
    ///   - program: the program's name; see there.
    ///   - key: where the key of the file and of the folder comes from.
    ///   - synchronizedFolder: a folder that another program synchronises; nil for none.
    /// - Throws: ``CredentialStoreError`` for a key that is there and cannot be read, or is too short.
    public static func user(
        program: String, key: CredentialFileKey = .systemd(), synchronizedFolder: String? = nil
    ) async throws(CredentialStoreError) -> LayeredCredentialStore {
        LayeredCredentialStore(
            permanent: try await UserCredentialStores.permanent(program: program, key: key),
            synchronizable: synchronizedFolder.map { SynchronizedCredentialFolder(path: $0, key: key) })
    }
}
