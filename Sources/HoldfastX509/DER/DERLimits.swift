/// How much a reader takes from hostile input before it gives up.
public struct DERLimits: Hashable, Sendable {
    /// Bytes of the whole input.
    public var maximumBytes: Int
    /// Levels of elements inside elements.
    public var maximumDepth: Int
    /// Elements read, on all levels together.
    public var maximumElements: Int

    /// Makes limits of your own; zero or less means that nothing passes.
    public init(maximumBytes: Int, maximumDepth: Int, maximumElements: Int) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
        self.maximumElements = maximumElements
    }

    /// One MiB, 32 levels, 65,536 elements.
    ///
    /// A certificate of the public web has 1 to 10 kB, 8 levels and fewer than 300 elements; the handshake takes
    /// at most 1 MB of certificates.
    public static let `default` = DERLimits(maximumBytes: 1 << 20, maximumDepth: 32, maximumElements: 1 << 16)
}
