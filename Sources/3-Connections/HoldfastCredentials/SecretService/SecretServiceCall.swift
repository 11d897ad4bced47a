import CSecretService
import HoldfastLibC
import HoldfastStatements
import HoldfastSystem

/// One question to the Secret Service, which ends at its time: a service that hangs, or a user who does not answer,
/// holds a thread up no longer.
@safe final class SecretServiceCall: @unchecked Sendable {
    /// Attributes in the order in which they are given; no name and no value has a NUL.
    typealias Attributes = [(name: String, value: String)]

    /// The reason why libsecret cannot be used here; nil where it can.
    static var obstacle: String? { unsafe secretservice_obstacle().map { unsafe String(cString: $0) } }

    private let call: OpaquePointer

    private init() throws(CredentialStoreError) {
        guard let call = unsafe secretservice_call_create() else {
            guard let obstacle = Self.obstacle else { throw CredentialStoreError(secretService: .noMemory) }
            throw CredentialStoreError(.secretService(Statement(verbatim: obstacle)))
        }
        unsafe self.call = unsafe call
    }

    deinit { unsafe secretservice_call_destroy(call) }

    private func cancel() { unsafe secretservice_call_cancel(call) }

    /// Asks on a thread for it, and cuts the question short when its time is over or the task is cancelled.
    static func ask<Value: Sendable>(
        within limit: Duration, _ body: @escaping @Sendable (SecretServiceCall) throws(CredentialStoreError) -> Value
    ) async throws(CredentialStoreError) -> Value {
        // A caller with more rights than its user must not be led to a bus by the user's variables.
        guard getuid() == geteuid(), getgid() == getegid() else {
            throw CredentialStoreError(secretService: .moreRights)
        }
        let call = try SecretServiceCall()
        let clock = Task {
            try await Task.sleep(for: limit)
            call.cancel()
        }
        defer { clock.cancel() }
        let result = await withTaskCancellationHandler {
            await WaitingThreads.secretService.result { () throws(Never) -> Result<Value, CredentialStoreError> in
                do throws(CredentialStoreError) { return .success(try body(call)) } catch { return .failure(error) }
            }
        } onCancel: {
            call.cancel()
        }
        do throws(CredentialStoreError) { return try result.get() } catch {
            // What GIO says of a call that was cancelled tells nobody by whom.
            clock.cancel()
            guard case .success = await clock.result else { throw error }
            throw CredentialStoreError(secretService: .late(limit: "\(limit)"))
        }
    }

    private var failure: CredentialStoreError {
        let text = unsafe secretservice_call_error(call).map { unsafe String(cString: $0) } ?? ""
        return text.isEmpty
            ? CredentialStoreError(secretService: .noReason)
            : CredentialStoreError(.secretService(Statement(verbatim: text)))
    }

    func checkThatItAnswers() throws(CredentialStoreError) {
        guard unsafe secretservice_answers(call) != 0 else { throw failure }
    }

    func store(
        _ secret: CredentialSecret, _ attributes: Attributes, label: String, contentType: String
    ) throws(CredentialStoreError) {
        let bytes = secret.lent
        let done = unsafe Self.with(attributes) { attributes, count in
            unsafe bytes.withUnsafeBytes { secret in
                unsafe secretservice_store(
                    call, attributes, count, label, secret.baseAddress, secret.count, contentType)
            }
        }
        guard done != 0 else { throw failure }
    }

    func remove(_ attributes: Attributes) throws(CredentialStoreError) {
        let done = unsafe Self.with(attributes) { attributes, count in
            unsafe secretservice_remove(call, attributes, count)
        }
        guard done != 0 else { throw failure }
    }

    /// The items that have the attributes: another attribute of each, and its secret, where it is asked for and can be
    /// had. One that stays locked is an error: to whoever is told that there is none, it would be lost.
    func search(
        _ attributes: Attributes, for wanted: String, unlocks: Bool, withSecrets: Bool
    ) throws(CredentialStoreError) -> [(attribute: String, secret: CredentialSecret?)] {
        var count = 0
        let limit = ItemTable.maximumCount
        let items = unsafe Self.with(attributes) { attributes, number in
            unsafe secretservice_search(
                call, attributes, number, wanted, unlocks ? 1 : 0, withSecrets ? 1 : 0, limit, &count)
        }
        guard let items = unsafe items else { throw failure }
        defer { unsafe secretservice_free(items, count) }
        var found: [(attribute: String, secret: CredentialSecret?)] = []
        for index in 0..<count {
            let item = unsafe items[index]
            guard let attribute = unsafe item.attribute else { continue }
            let secret = unsafe item.secret.map { secret in
                unsafe CredentialSecret(UnsafeRawBufferPointer(start: secret, count: item.length))
            }
            found.append((unsafe String(cString: attribute), secret))
        }
        return found
    }

    /// Lends attributes as C has them.
    private static func with<Result>(
        _ attributes: Attributes, _ body: (UnsafePointer<secretservice_attribute>?, Int) -> Result
    ) -> Result {
        let texts = unsafe attributes.map { unsafe (strdup($0.name), strdup($0.value)) }
        defer {
            unsafe texts.forEach { name, value in
                unsafe free(name)
                unsafe free(value)
            }
        }
        let list = unsafe texts.map { unsafe secretservice_attribute(name: $0.0, value: $0.1) }
        return unsafe list.withUnsafeBufferPointer { unsafe body($0.baseAddress, $0.count) }
    }
}

extension WaitingThreads {
    /// For the Secret Service, which asks one question after the other.
    static let secretService = WaitingThreads(limit: 2)
}
