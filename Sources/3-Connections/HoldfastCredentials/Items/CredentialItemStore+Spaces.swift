public import HoldfastX509

extension CredentialItemStore {
    /// Keeps a user's password for a space, in the place of one of the same user.
    ///
    /// - Parameters:
    ///   - now: the time at which it is kept.
    ///   - expiresAt: the time from which on it counts as removed; nil for none.
    ///   - isDefault: whether the user is the one to propose from now on.
    /// - Throws: ``CredentialStoreError`` where the store cannot be written; what was kept before is there still.
    public func keep(
        _ credential: PasswordCredential, for space: CredentialSpace, at now: Instant, expiresAt: Instant? = nil,
        isDefault: Bool, isSynchronizable: Bool = false
    ) async throws(CredentialStoreError) {
        try await put(
            CredentialItem(
                credential, for: space, at: now, expiresAt: expiresAt, isSynchronizable: isSynchronizable), .always)
        guard isDefault else { return }
        try await put(
            .defaultAccount(credential.user, for: space, at: now, isSynchronizable: isSynchronizable), .always)
    }

    /// Removes a user's password for a space, and that the user is proposed first; nothing where there is none.
    ///
    /// - Throws: ``CredentialStoreError`` where the store cannot be written.
    public func forget(user: String, for space: CredentialSpace) async throws(CredentialStoreError) {
        try await remove(matching: space.query(.internetPassword, account: user))
        try await remove(matching: space.query(.defaultAccount, account: user))
    }

    /// The passwords for a space: those of all users, or of one.
    ///
    /// - Throws: ``CredentialStoreError`` where the store cannot be read.
    public func passwords(
        for space: CredentialSpace, of user: String? = nil
    ) async throws(CredentialStoreError) -> CredentialItems {
        try await items(matching: space.query(.internetPassword, account: user))
    }

    /// The note of the user who is proposed first for a space; none where nobody is.
    ///
    /// - Throws: ``CredentialStoreError`` where the store cannot be read.
    public func defaultAccount(for space: CredentialSpace) async throws(CredentialStoreError) -> CredentialItems {
        try await items(matching: space.query(.defaultAccount))
    }

    /// Removes what a query finds of the other kind of synchronisation; the store is not written where that is nothing.
    package func removeOther(
        _ query: CredentialQuery, isSynchronizable: Bool
    ) async throws(CredentialStoreError) {
        var query = query
        query.isSynchronizable = !isSynchronizable
        try await remove(matching: query)
    }
}
