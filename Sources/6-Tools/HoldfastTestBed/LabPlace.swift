import HoldfastServing
import HoldfastX509

/// Address and ports at which a server of the test bed listens.
public struct LabPlace: Hashable, Sendable {
    /// On 127.0.0.1, at ports that are free.
    public static let loopback = LabPlace(.loopback, port: 0, otherPort: 0)

    let listening: IPAddress
    /// The server's port; 0 for one that is free.
    public let port: UInt16
    /// The port of its proxy, or of its authority's responder, where it has one; 0 for one that is free.
    public let otherPort: UInt16

    init(_ listening: IPAddress, port: UInt16, otherPort: UInt16) {
        (self.listening, self.port, self.otherPort) = (listening, port, otherPort)
    }

    /// A place.
    ///
    /// - Parameters:
    ///   - address: One of this machine's addresses, IPv4 or IPv6; `0.0.0.0` or `::` for all of them. Other machines
    ///     reach a server that listens on more than loopback.
    ///   - port: The server's port; 0 for one that is free.
    ///   - otherPort: The port of its proxy or responder; 0 for one that is free.
    /// - Throws: ``TestBedError/address(_:)`` for what is no address.
    public init(address: String = "127.0.0.1", port: UInt16 = 0, otherPort: UInt16 = 0) throws(TestBedError) {
        guard let listening = IPAddress(address) else { throw .address(address) }
        self.init(listening, port: port, otherPort: otherPort)
    }

    /// The address that it listens on.
    public var address: String { listening.description }
    /// The address by which this machine reaches it; loopback's for one that listens on all.
    public var dialled: String { listening.dialled.description }
    /// Whether other machines cannot reach it.
    public var isLoopback: Bool { listening.isLoopback }
}

/// Ports of a lab, the same with each start: they are counted from a base.
public struct LabPorts: Hashable, Sendable {
    /// The base, which is the port of the lab's ``LabControl``.
    public let base: UInt16

    /// Ports of a lab.
    ///
    /// - Throws: ``TestBedError/portBase(_:)`` for 0, and where not every server would have a port.
    public init(base: UInt16) throws(TestBedError) {
        let most = max(Self.perServer * TestBed.catalogue.count, Self.perStory * TestBed.stories.count)
        guard base > 0, Int(base) + most <= UInt16.max else { throw .portBase(base) }
        self.base = base
    }

    /// A server's own, and that of its proxy or responder.
    static let perServer = 2
    /// As many as the servers of a story need, and some.
    static let perStory = 8

    /// The first port of a server of the catalogue: its place there decides, whatever else is started.
    func first(of entry: BadServer) -> UInt16? {
        first(TestBed.catalogue.firstIndex { $0.name == entry.name }, Self.perServer)
    }

    /// The first port of a story.
    func first(of story: Story) -> UInt16? {
        first(TestBed.stories.firstIndex { $0.name == story.name }, Self.perStory)
    }

    private func first(_ index: Int?, _ count: Int) -> UInt16? {
        index.map { base + 1 + UInt16(clamping: $0 * count) }
    }
}
