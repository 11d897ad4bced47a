/// A rule set as data: which requirements are errors, warnings or notes, by the kind of anchor.
///
/// What the table does not name is an error. The profile `default` is the one that ships first: under a public anchor
/// whatever Apple or Chrome refuses is refused; under the user's own, only what both refuse, and the rest is a warning.
public struct Profile: Hashable, Sendable {
    /// Severity of one requirement, by the kind of anchor that the path ends at.
    public struct Grading: Hashable, Sendable {
        /// Under a public anchor, and where the path ends at none; nil switches the requirement off.
        public let publicWeb: Severity?
        /// Under an anchor of the user's own; nil switches the requirement off.
        public let own: Severity?

        public init(publicWeb: Severity?, own: Severity?) {
            self.publicWeb = publicWeb
            self.own = own
        }
    }

    /// The name by which commands and reports call it.
    public let name: String
    let gradings: [String: Grading]

    init(name: String, gradings: [String: Grading]) {
        self.name = name
        self.gradings = gradings
    }

    /// The severity of a requirement that is not met, or nil where the profile does not ask for it.
    public func severity(of requirement: Requirement, under anchor: AnchorKind) -> Severity? {
        guard let grading = gradings[requirement.id] else { return .error }
        return anchor == .own ? grading.own : grading.publicWeb
    }

    /// Strict under public anchors, tolerant of private authorities where Apple or Chrome are.
    ///
    /// Sources: Apple, "Requirements for trusted certificates in iOS 13 and macOS 10.15" (RSA 2048, extended key
    /// usage); Chromium's certificate verifier (RSA 1024 for anchors that are not public, extended key usage optional).
    public static let `default` = Profile(
        name: "default",
        gradings: [
            WeakKeyRule.rsa2048.id: Grading(publicWeb: .error, own: .warning),
            ExtendedKeyUsageRule.present.id: Grading(publicWeb: .error, own: .warning),
            ValidityRule.anchorNotAfter.id: Grading(publicWeb: .error, own: .warning),
            ValidityRule.anchorNotBefore.id: Grading(publicWeb: .error, own: .warning),
            BasicConstraintsRule.anchorIsAuthority.id: Grading(publicWeb: .error, own: .warning),
        ])

    /// The profiles that exist, by name.
    public static let all: [Profile] = [.default]

    /// The profile of that name, or nil.
    public static func named(_ name: String) -> Profile? { all.first { $0.name == name } }
}
