public import HoldfastHTTPS
public import HoldfastX509

/// Where signed updates of pins come from, and whose signature they need.
public struct UpdateSettings: Hashable, Sendable {
    /// Keys that there have to be: the one in use, and the one kept elsewhere for when that is lost.
    public static let keyCount = 2
    /// How often updates are looked for, unless it is said: twice a day.
    public static let usualInterval: Duration = .seconds(12 * 3_600)

    public var url: HTTPSURL
    /// Two different Ed25519 keys.
    public var keys: [SubjectPublicKeyInfo]
    /// The least counter that is taken, so that an old update cannot be put in the place of what the program carries.
    public var minimumCounter: Int
    /// How often updates are looked for, in whole minutes.
    public var every: Duration

    public init(
        url: HTTPSURL, keys: [SubjectPublicKeyInfo], minimumCounter: Int = 0, every: Duration = usualInterval
    ) {
        (self.url, self.keys, self.minimumCounter, self.every) = (url, keys, minimumCounter, every)
    }
}
