import HoldfastHTTPS
public import HoldfastPins
import HoldfastResolving
public import HoldfastStatements
public import HoldfastTrust
public import HoldfastWeb
public import HoldfastX509

/// Settings for signed updates of pins: their URL, the keys that may sign them, and the interval of looking for them.
public struct UpdateSettings: Hashable, Sendable {
    /// Keys that there have to be: the one in use, and the one kept elsewhere for when that is lost.
    public static let keyCount = 2
    /// The interval of looking for updates unless another one is given: twice a day.
    public static let usualInterval: Duration = .seconds(12 * 3_600)

    public var url: HTTPSURL
    /// Two different Ed25519 keys.
    public var keys: [SubjectPublicKeyInfo]
    /// The least counter that is taken, so that an old update cannot be put in the place of what the program carries.
    public var minimumCounter: Int
    /// The interval of looking for updates, in whole minutes.
    public var every: Duration

    public init(
        url: HTTPSURL, keys: [SubjectPublicKeyInfo], minimumCounter: Int = 0, every: Duration = usualInterval
    ) {
        (self.url, self.keys, self.minimumCounter, self.every) = (url, keys, minimumCounter, every)
    }
}

extension PinUpdateVerifier {
    /// A verifier by what a policy file says.
    public init(
        _ settings: UpdateSettings, publicSuffixes suffixes: PublicSuffixes? = .system
    ) throws(PinUpdateKeyError) {
        self.init(keys: try PinUpdateKeys(settings.keys), minimumCounter: UInt64(max(0, settings.minimumCounter)))
        publicSuffixes = suffixes
    }
}

extension PinUpdater {
    /// An error for settings of updates in a policy file that cannot be used.
    public enum SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
        case keys(PinUpdateKeyError)
        case url(HTTPSURLError)

        /// The fault as a statement.
        public var statement: Statement {
            switch self {
            case .keys(let error): error.statement
            case .url(let error): PolicyFileSentence.updateURL(error.statement).statement
            }
        }

        public var description: String { statement.english }
    }

    /// An updater by what a policy file says: its URL, keys, counter and interval, for its pins and its report URIs.
    ///
    /// A later version of the file takes its place below the last update. What it says about updates themselves counts
    /// from the next start.
    ///
    /// - Returns: nil where the file says nothing about updates.
    /// - Throws: ``SettingsError``; not for settings that were read from a file.
    public convenience init?(
        by policy: PolicyInForce, in store: PinUpdateStore, configuration: Configuration = Configuration(),
        publicSuffixes suffixes: PublicSuffixes? = .system,
        observer: @escaping @Sendable (PinUpdateEvent) -> Void = { _ in }
    ) throws(SettingsError) {
        guard let settings = policy.document.updates else { return nil }
        let verifier: PinUpdateVerifier
        do throws(PinUpdateKeyError) {
            verifier = try PinUpdateVerifier(settings, publicSuffixes: suffixes)
        } catch { throw .keys(error) }
        let source: Source
        do throws(HTTPSURLError) { source = try Source(update: settings.url) } catch { throw .url(error) }
        var configuration = configuration
        configuration.interval = settings.every
        self.init(
            from: source, verifiedBy: verifier, in: store, for: policy.pins, reportURIs: policy.reportURIs,
            configuration: configuration, observer: observer)
        policy.hand { [weak self] document in
            guard let self else { return false }
            replaceShipped(with: document.pinnedHosts, reportURIs: document.reportURIs)
            return true
        }
        // The file may have changed meanwhile.
        let document = policy.document
        replaceShipped(with: document.pinnedHosts, reportURIs: document.reportURIs)
    }
}
