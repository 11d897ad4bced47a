import HoldfastStatements
import HoldfastDiagnostics
import HoldfastCredentials
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastJSON
import HoldfastTransport
import HoldfastWeb
import HoldfastX509

/// `holdfast credentials add`: a user and a place out of a URL, a password from a terminal or a file.
struct CredentialAddition {
    /// The most bytes of a password's file: what a credential may have.
    private static let limit = CredentialItem.maximumValueByteCount

    private let invocation: Invocation
    private let user: String
    private let space: CredentialSpace
    private let until: Instant?

    init(_ invocation: Invocation) throws(CommandError) {
        self.invocation = invocation
        let operand = invocation.operands[0]
        let url: HTTPSURL
        do throws(HTTPSURLError) {
            // Nothing is sent: a password for plain HTTP is kept apart, and used by whoever allows that.
            url = try HTTPSURL(
                dangerouslyAllowingPlainHTTP: operand.contains("://") ? operand : "https://" + operand)
        } catch {
            throw .usage(
                UsageSentence.fileFault(file: operand, reason: error.statement),
                hint: CredentialsAdvice.writeURL)
        }
        guard let user = url.userName, !user.isEmpty else {
            throw .usage(
                CredentialsSentence.noUser,
                hint: CredentialsAdvice.userBeforeHost)
        }
        guard !url.hasPassword else {
            throw .usage(
                CredentialsSentence.passwordInArgument,
                code: .passwordInArgument,
                hint: CredentialsAdvice.changePassword)
        }
        let scheme: CredentialScheme =
            try invocation.word(of: .authenticationScheme) { text, _ in
                let near = Suggestion.closest(to: text, among: CredentialScheme.allCases.map(\.rawValue))
                return .usage(
                    CredentialsSentence.noScheme(word: text),
                    hint: near.map { UsageAdvice.didYouMean(word: $0) } ?? CredentialsAdvice.schemes)
            } ?? .basic
        self.user = user
        space = CredentialSpace(
            asker: url.isPlainHTTP ? .httpServer : .server, host: url.host, port: url.port,
            realm: invocation.value(.realm), method: scheme.method)
        until = try invocation.value(.credentialUntil).map { text throws(CommandError) in
            try Self.time(text, SystemClock.now())
        }
    }

    func run() async throws(CommandError) -> ExitCode {
        let place = try await CredentialPlace(invocation)
        let credential = PasswordCredential(user: user, password: try password())
        do throws(PasswordCredentialError) { try credential.check() } catch {
            throw .usage(error, code: .unusablePassword, hint: CredentialsAdvice.couldNotBeSent)
        }
        try await place.put(credential, for: space, until: until, isDefault: invocation.has(.isDefaultCredential))
        for line in try await place.items(host: space.host, user: user) where line.space == space {
            line.show(json: invocation.has(.json))
        }
        return .success
    }

    private func password() throws(CommandError) -> String {
        guard let path = invocation.value(.passwordFile) else {
            guard let typed = TerminalSecret.ask(CredentialNote.password(of: user)) else {
                throw .usage(
                    CredentialsSentence.notTyped,
                    hint: CredentialsAdvice.passwordFile)
            }
            return typed
        }
        var bytes = try SecretFile.bytes(of: path, limit: Self.limit) { reason in
            .usage(
                CredentialsSentence.passwordFileFault(reason: reason.statement),
                hint: CredentialsAdvice.passwordAlone)
        }
        // A line's end is the editor's, and no part of it.
        if bytes.last == 0x0A { bytes.removeLast() }
        if bytes.last == 0x0D { bytes.removeLast() }
        guard let text = String(validating: bytes, as: UTF8.self), !text.isEmpty else {
            throw .usage(
                CredentialsSentence.passwordFileEmpty, hint: CredentialsAdvice.passwordAlone)
        }
        return text
    }

    private static func time(_ text: String, _ now: Instant) throws(CommandError) -> Instant {
        let time = try TimeArgument.end(text, from: now, of: .credentialUntil)
        guard time > now else {
            throw .usage(UsageSentence.untilIsOver(until: "\(time)"), hint: CredentialsAdvice.timeToCome)
        }
        return time
    }
}
