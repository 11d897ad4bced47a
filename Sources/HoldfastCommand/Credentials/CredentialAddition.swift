import HoldfastCredentials
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastJSON
import HoldfastTransport
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
                "\(Wording.quoted(operand)): \(error)",
                hint: "write a URL with the user before the host, as the examples of holdfast credentials --help")
        }
        guard let user = url.userName, !user.isEmpty else {
            throw .usage(
                "the URL names no user",
                hint: "write it before the host and an @, as the examples of holdfast credentials --help")
        }
        guard !url.hasPassword else {
            throw .usage(
                "a password in an argument can be seen by every user of the machine; nothing was kept",
                code: "passwordInArgument",
                hint: "change that password; leave it out here, and type it or use --password-file")
        }
        let word = invocation.value(.authenticationScheme) ?? CredentialScheme.basic.rawValue
        guard let scheme = CredentialScheme(rawValue: word) else {
            let near = Suggestion.closest(to: word, among: CredentialScheme.allCases.map(\.rawValue))
            throw .usage(
                "--scheme: \(Wording.quoted(word)) is none",
                hint: near.map { "did you mean \($0)?" } ?? "write basic, digest, ntlm, negotiate, form or any")
        }
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
            throw .usage("\(error)", code: "unusablePassword", hint: "no server could be sent it")
        }
        try await place.put(credential, for: space, until: until, isDefault: invocation.has(.isDefaultCredential))
        for line in try await place.items(host: space.host, user: user) where line.space == space {
            line.show(json: invocation.has(.json))
        }
        return .success
    }

    private func password() throws(CommandError) -> String {
        guard let path = invocation.value(.passwordFile) else {
            guard let typed = TerminalSecret.ask("password of \(Wording.line(user)): ") else {
                throw .usage(
                    "there is no terminal to ask for the password on, or nothing was typed",
                    hint: "put it into a file that only you can read, and give --password-file FILE")
            }
            return typed
        }
        var bytes = try SecretFile.bytes(of: path, limit: Self.limit) { reason in
            .usage("--password-file: \(reason)", hint: "the file holds the password and nothing else")
        }
        // A line's end is the editor's, and no part of it.
        if bytes.last == 0x0A { bytes.removeLast() }
        if bytes.last == 0x0D { bytes.removeLast() }
        guard let text = String(validating: bytes, as: UTF8.self), !text.isEmpty else {
            throw .usage(
                "--password-file: it is empty, or no UTF-8", hint: "the file holds the password and nothing else")
        }
        return text
    }

    private static func time(_ text: String, _ now: Instant) throws(CommandError) -> Instant {
        let time = try TimeArgument.end(text, from: now, of: .credentialUntil)
        guard time > now else { throw .usage("--until: \(time) is over already", hint: "name a time to come") }
        return time
    }
}
