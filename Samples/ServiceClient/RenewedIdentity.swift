import Holdfast

/// Shows one server the certificate that the files have when a connection to it is opened.
struct RenewedIdentity: ChallengeHandler {
    let host: String
    let files: [String]

    func respond(to challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Disposition {
        let space = challenge.protectionSpace
        guard space.authenticationMethod == .clientCertificate, space.host == host else { return .notImplemented }
        do {
            return .useCredential(Credential(identity: try Identity(contentsOf: files), persistence: .none))
        } catch {
            // Being written just now, perhaps: the identity of the start is shown.
            log(line(about: error))
            return .performDefaultHandling
        }
    }
}
