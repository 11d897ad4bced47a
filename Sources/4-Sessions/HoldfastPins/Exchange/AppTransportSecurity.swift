public import FoundationEssentials
import HoldfastFiles
import HoldfastJSON
public import HoldfastStatements
public import HoldfastTrust

/// Settings of an Info.plist for connections that are not secure enough (Apple, `NSAppTransportSecurity`).
///
/// A value that does nothing; HoldfastPolicy says what it asks of a host (`requirements(for:)`), and has a session keep
/// to it (`apply(to:)`). Keys that Apple does not document any more are passed over: none of them asks for less here.
public struct AppTransportSecurity: Hashable, Sendable {
    /// Settings for one domain, address or range of addresses.
    public struct Exception: Hashable, Sendable {
        /// `NSIncludesSubdomains`.
        public var includesSubdomains = false
        /// `NSExceptionAllowsInsecureHTTPLoads`.
        public var allowsInsecureHTTPLoads = false
        /// `NSExceptionMinimumTLSVersion`, such as `TLSv1.2`; nil where it is not there.
        public var minimumTLSVersion: String?
        /// `NSExceptionRequiresForwardSecrecy`.
        public var requiresForwardSecrecy = true
        /// `NSRequiresCertificateTransparency`, which Apple has given up.
        public var requiresCertificateTransparency = false
        /// `NSExceptionRequiresNIAPTLSPackageVersion`; nil where it is not there, so that
        /// ``AppTransportSecurity/requiresNIAPTLSPackage`` holds.
        public var requiresNIAPTLSPackage: NIAPTLSPackage?

        public init() {}
    }

    /// Demands of the Functional Package for TLS of the National Information Assurance Partnership, which an app can
    /// have beside Apple's own (Apple, `NSRequiresNIAPTLSPackageVersion`, since iOS and macOS 26.4).
    public enum NIAPTLSPackage: String, Hashable, Sendable, CaseIterable {
        /// "Apply no additional requirements."
        case standard = "none"
        /// Version 2.1.
        case version2dot1 = "FCP_v2.1"
        /// The version for the system that the app runs on: "Currently, this is equivalent to `FCP_v2.1`."
        case recommended
    }

    /// `NSAllowsArbitraryLoads`; see ``ignoresArbitraryLoads``.
    public var allowsArbitraryLoads = false
    /// `NSAllowsArbitraryLoadsInWebContent`, which changes nothing here but ``ignoresArbitraryLoads``; nil where it is
    /// not there.
    public var allowsArbitraryLoadsInWebContent: Bool?
    /// `NSAllowsArbitraryLoadsForMedia`, likewise.
    public var allowsArbitraryLoadsForMedia: Bool?
    /// `NSAllowsLocalNetworking`: whether addresses too are let through; nil where it is not there.
    public var allowsLocalNetworking: Bool?
    /// `NSExceptionDomains`, by their keys as written.
    public var exceptionDomains: [String: Exception] = [:]
    /// `NSPinnedDomains`.
    public var pinnedDomains = PinnedHosts.none
    /// `NSRequiresNIAPTLSPackageVersion`.
    public var requiresNIAPTLSPackage = NIAPTLSPackage.standard

    /// The settings of an Info.plist that says nothing.
    public init() {}

    /// Whether one of the finer keys is there, whatever it says: Apple's systems since iOS 10 and macOS 10.12 then take
    /// ``allowsArbitraryLoads`` for false.
    public var ignoresArbitraryLoads: Bool {
        allowsArbitraryLoadsInWebContent != nil || allowsArbitraryLoadsForMedia != nil || allowsLocalNetworking != nil
    }
}

extension AppTransportSecurity {
    /// Bytes that an Info.plist may have.
    public static let sizeLimit = 1 << 20
    /// Exceptions that an Info.plist may have.
    public static let exceptionLimit = 10_000

    /// The key of an Info.plist that the settings stand under.
    package static let key = "NSAppTransportSecurity"

    /// Reads an Info.plist, XML or binary; without the key `NSAppTransportSecurity` everything is as Apple has it by
    /// default.
    ///
    /// Keys that are not known here are passed over.
    ///
    /// - Throws: ``AppTransportSecurityError`` for what is no property list, too large, or of another type than Apple
    ///   documents, with the key.
    public init(infoPlist data: Data) throws(AppTransportSecurityError) {
        try self.init(infoPlistBytes: Array(data))
    }

    private init(infoPlistBytes bytes: [UInt8]) throws(AppTransportSecurityError) {
        let value: Any
        do throws(PropertyList.FormatError) {
            value = try PropertyList.value(of: bytes, limit: Self.sizeLimit)
        } catch { throw AppTransportSecurityError(.unreadable(error.statement)) }
        guard let plist = value as? [String: Any] else {
            throw AppTransportSecurityError(.wrongType(expected: "dictionary"))
        }
        guard let settings = plist[Self.key] else {
            self.init()
            return
        }
        try self.init(settings: settings)
    }

    /// Reads an Info.plist from a file, which may be no pipe and no folder.
    ///
    /// - Throws: ``AppTransportSecurityError`` as the initializer above does, and for a file that cannot be read.
    public init(infoPlistAt path: String) throws(AppTransportSecurityError) {
        do throws(AppTransportSecurityError) {
            let bytes: [UInt8]
            do throws(FileReadError) {
                bytes = try BoundedFile.bytes(path, limit: Self.sizeLimit)
            } catch { throw AppTransportSecurityError(.unreadable(error.statement)) }
            try self.init(infoPlistBytes: bytes)
        } catch { throw AppTransportSecurityError(error.reason, keyPath: error.keyPath, file: path) }
    }

    /// Takes over what a property list has under `NSAppTransportSecurity`, as `PropertyListSerialization` and
    /// `Bundle.infoDictionary` give it: Booleans are Swift's `Bool`.
    ///
    /// - Throws: ``AppTransportSecurityError`` for a value of another type than Apple documents, with its key.
    public init(settings value: Any) throws(AppTransportSecurityError) {
        try self.init(withoutPins: value)
        guard let values = value as? [String: Any], values[ApplePins.domains] != nil else { return }
        do throws(PinFileError) {
            pinnedDomains = try ApplePins.pinnedHosts(of: values)
        } catch {
            throw AppTransportSecurityError(.unreadable(error.statement), keyPath: [Self.key, ApplePins.domains])
        }
    }

    /// Takes over everything but the pins, which whoever looks for mistakes in them reads one by one.
    init(withoutPins value: Any) throws(AppTransportSecurityError) {
        self.init()
        let settings = try PropertyListKeys<AppTransportSecurityError>(value, at: [Self.key])
        allowsArbitraryLoads = try settings.flag("NSAllowsArbitraryLoads") ?? false
        allowsArbitraryLoadsInWebContent = try settings.flag("NSAllowsArbitraryLoadsInWebContent")
        allowsArbitraryLoadsForMedia = try settings.flag("NSAllowsArbitraryLoadsForMedia")
        allowsLocalNetworking = try settings.flag("NSAllowsLocalNetworking")
        requiresNIAPTLSPackage = try settings.niapPackage("NSRequiresNIAPTLSPackageVersion") ?? .standard
        guard let domains = try settings.keys("NSExceptionDomains") else { return }
        guard domains.values.count <= Self.exceptionLimit else {
            throw AppTransportSecurityError(.tooMany(limit: Self.exceptionLimit), keyPath: domains.path)
        }
        for domain in domains.values.keys.sorted() {
            guard let keys = try domains.keys(domain) else { continue }
            var exception = Exception()
            exception.includesSubdomains = try keys.flag("NSIncludesSubdomains") ?? false
            exception.allowsInsecureHTTPLoads = try keys.flag("NSExceptionAllowsInsecureHTTPLoads") ?? false
            exception.minimumTLSVersion = try keys.text("NSExceptionMinimumTLSVersion")
            exception.requiresForwardSecrecy = try keys.flag("NSExceptionRequiresForwardSecrecy") ?? true
            exception.requiresCertificateTransparency = try keys.flag("NSRequiresCertificateTransparency") ?? false
            exception.requiresNIAPTLSPackage = try keys.niapPackage("NSExceptionRequiresNIAPTLSPackageVersion")
            exceptionDomains[domain] = exception
        }
    }
}

extension PropertyListKeys where Failure == AppTransportSecurityError {
    /// A value that is not known may ask for more than what is known: it is an error.
    fileprivate func niapPackage(_ key: String) throws(Failure) -> AppTransportSecurity.NIAPTLSPackage? {
        guard let text = try text(key) else { return nil }
        guard let package = AppTransportSecurity.NIAPTLSPackage(rawValue: text) else {
            throw AppTransportSecurityError(.unknownValue(text), keyPath: path + [key])
        }
        return package
    }
}

extension AppTransportSecurityError: PropertyListKeysError {
    init(expected type: PropertyListType, at path: [String]) {
        self.init(.wrongType(expected: type.rawValue), keyPath: path)
    }
}

/// An error for an Info.plist whose statements about App Transport Security cannot be read.
public struct AppTransportSecurityError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        /// A file or its contents; a clause.
        case unreadable(Statement)
        /// The type that Apple documents for that key, in the words of its documentation.
        case wrongType(expected: String)
        /// A word that Apple does not document for that key.
        case unknownValue(String)
        /// More exceptions than are read.
        case tooMany(limit: Int)
    }

    public let reason: Reason
    /// The keys from the outermost dictionary on; empty for the whole list.
    public let keyPath: [String]
    /// The path of the file; nil for what came from elsewhere.
    public let file: String?

    init(_ reason: Reason, keyPath: [String] = [], file: String? = nil) {
        self.reason = reason
        self.keyPath = keyPath
        self.file = file
    }

    /// The place and the fault as a statement.
    public var statement: Statement {
        PinFileSentence.infoPlist(file: file, place: keyPath.joined(separator: " > "), reason).statement
    }

    /// One clause, without a full stop.
    public var description: String { statement.english }
}
