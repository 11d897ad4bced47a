import HoldfastNetworking

/// One program of an article: done as it stands there, and done as it should be.
struct ArticleSample {
    /// The word that runs it.
    let name: String
    /// Prints a line for each server that it meets.
    let tell: (ArticleBench, Report) async throws -> Void

    static let all = [
        // Article 000
        ArticleSample(name: "connect-and-evaluate", tell: ConnectAndEvaluate.tell),
        ArticleSample(name: "bundled-anchors", tell: BundledAnchors.tell),
        ArticleSample(name: "accept-all", tell: AcceptAll.tell),
        // Article 001
        ArticleSample(name: "self-signed", tell: SelfSignedDemonstration.tell),
        ArticleSample(name: "pinning-modes", tell: PinningModes.tell),
        ArticleSample(name: "challenge-handler", tell: ChallengeHandler.tell),
        // Article 002
        ArticleSample(name: "address-by-connection", tell: AddressByConnection.tell),
        ArticleSample(name: "address-by-session", tell: AddressBySession.tell),
        // Article 003
        ArticleSample(name: "pinning", tell: PinningArticle.tell),
        // Article 004
        ArticleSample(name: "project-adaptation", tell: ProjectAdaptation.tell),
        ArticleSample(name: "page-before-loading", tell: PageBeforeLoading.tell),
    ]
}

/// The lines of one sample.
struct Report {
    enum Version: String {
        case stands = "as it stands"
        case should = "as it should be"
    }

    enum Server: String {
        /// The server that the program means to talk to.
        case good = "good server"
        /// Any other that answers in its place.
        case bad = "bad server"
    }

    let sample: String

    func say(_ version: Version, _ server: Server, _ outcome: String) {
        print("\(sample) · \(version.rawValue) · \(server.rawValue): \(outcome)")
    }
}
