import HoldfastStatements

/// A statement of an Info.plist about App Transport Security that Apple's systems no longer honour, or have never, with
/// the system from which on and the source.
public struct DiscontinuedSetting: Hashable, Sendable {
    /// The statements.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        case arbitraryLoadsBesideFinerKeys
        case localNameException
        case addressByDefault
        case keyLengthRelief
        case earlyTLS
        case certificateTransparency
        case thirdPartyKeys
        case temporaryKeys
    }

    public let name: Name
    /// The keys that it is about; empty where a missing one is meant.
    public let keys: [String]
    /// The release of iOS from which on it is so; nil where Apple names none.
    public let iOS: String?
    /// The release of macOS from which on it is so; nil where Apple names none.
    public let macOS: String?
    /// The page of Apple's that says so.
    public let source: String

    /// The effect that it has since, as a clause in English.
    public var effect: String { name.effect.english }

    /// The releases in words, as `since iOS 10 and macOS 10.12`; nil where Apple names none.
    public var since: String? { iOS == nil || macOS == nil ? nil : name.since.english }

    private init(
        _ name: Name, _ keys: [String], iOS: String? = nil, macOS: String? = nil, source: String
    ) {
        (self.name, self.keys, self.iOS, self.macOS, self.source) = (name, keys, iOS, macOS, source)
    }

    /// The row of a statement.
    public static func row(_ name: Name) -> DiscontinuedSetting {
        // A test sees to it that every name has a row.
        all.first { $0.name == name } ?? DiscontinuedSetting(name, [], source: "")
    }

    private static let page = "developer.apple.com/documentation/bundleresources/information-property-list"

    /// The whole table, the global keys first.
    public static let all: [DiscontinuedSetting] = [
        // "In iOS 10 and later and macOS 10.12 and later, the value of the NSAllowsArbitraryLoads key is ignored—and
        // the default value of NO used instead—if any of the following keys are present".
        DiscontinuedSetting(
            .arbitraryLoadsBesideFinerKeys, ["NSAllowsArbitraryLoads"], iOS: "10", macOS: "10.12",
            source: "\(page)/nsapptransportsecurity/nsallowsarbitraryloads"),
        // "ATS allows all three of these connections by default, so you no longer need an exception for any of them."
        DiscontinuedSetting(
            .localNameException, ["NSExceptionDomains"], iOS: "10", macOS: "10.12",
            source: "\(page)/nsapptransportsecurity/nsallowslocalnetworking"),
        // "In iOS 17, iPadOS 17, and macOS 14, ATS no longer allows connections to IP addresses by default."
        DiscontinuedSetting(
            .addressByDefault, [], iOS: "17", macOS: "14",
            source: "\(page)/nsapptransportsecurity/nsallowslocalnetworking"),
        // "TLS server certificates and issuing CAs using RSA keys must use key sizes greater than or equal to 2048
        // bits."
        DiscontinuedSetting(
            .keyLengthRelief, ["NSExceptionRequiresForwardSecrecy"], iOS: "13", macOS: "10.15",
            source: "support.apple.com/103769"),
        // "These versions have been deprecated on Apple platforms as of iOS 15, iPadOS 15, macOS 12, watchOS 8, and
        // tvOS 15, and support will be removed in future releases." (At second hand: the press of
        // that week quotes it.)
        DiscontinuedSetting(
            .earlyTLS, ["NSExceptionMinimumTLSVersion"], iOS: "15", macOS: "12",
            source: "developer.apple.com/news, TLS 1.0 and 1.1 deprecation update, 21 September 2021"),
        // "The system now requires this behavior in all cases, making the key irrelevant." Since when, Apple Platform
        // Security has for iOS alone: "In iOS 12.1", of certificates issued after 15 October 2018.
        DiscontinuedSetting(
            .certificateTransparency, ["NSRequiresCertificateTransparency"],
            source: "\(page)/nsrequirescertificatetransparency"),
        // "Removed all mention of the following third-party-server exception keys […]; Apple no longer expects apps to
        // specify any of them".
        DiscontinuedSetting(
            .thirdPartyKeys,
            [
                "NSThirdPartyExceptionAllowsInsecureHTTPLoads", "NSThirdPartyExceptionMinimumTLSVersion",
                "NSThirdPartyExceptionRequiresForwardSecrecy",
            ],
            source: "developer.apple.com/library/content/documentation/General/Reference/InfoPlistKeyReference/"
                + "RevisionHistory.html, 2016-09-13"),
        DiscontinuedSetting(
            .temporaryKeys,
            [
                "NSTemporaryExceptionAllowsInsecureHTTPLoads", "NSTemporaryExceptionAllowsInsecureHTTPSLoads",
                "NSTemporaryExceptionMinimumTLSVersion", "NSTemporaryExceptionRequiresForwardSecrecy",
            ],
            source: "\(page)/nsapptransportsecurity/nsexceptiondomains"),
    ]
}
