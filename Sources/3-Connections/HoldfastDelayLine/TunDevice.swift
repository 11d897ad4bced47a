import CGlibcShims
import HoldfastFiles
import HoldfastLibC
import HoldfastSystem
import HoldfastX509
import Synchronization

/// A TUN device of the kernel: IP packets that are routed to it are read from its descriptor, and the reverse.
///
/// It is not persistent: the kernel removes it with its address and route when the descriptor is closed.
final class TunDevice: Sendable {
    private let descriptor: OwnedDescriptor
    let name: String
    let addresses: LineAddresses

    /// The near addresses that this process has had.
    private static let used = Mutex<Set<IPAddress>>([])

    /// A device that is up, with addresses that nothing else here uses, and that this process has not used before: what
    /// the kernel sends once more for connections of an earlier line would count as the new one's.
    static func configured() throws(DelayLineError) -> TunDevice {
        // Devices whose addresses are taken are kept until one is found, so that the kernel gives another number.
        var taken: [TunDevice] = []
        while taken.count < 256 {
            let device = try TunDevice()
            let isFree = try device.addressesAreFree()
            if isFree, used.withLock({ $0.insert(device.addresses.near).inserted }) {
                try device.start()
                return device
            }
            taken.append(device)
        }
        throw DelayLineError(
            .unavailable, .inUse(addresses: taken.map(\.addresses.near.description)))
    }

    private init() throws(DelayLineError) {
        let path = "/dev/net/tun"
        do throws(SystemError) {
            descriptor = try OwnedDescriptor(made: unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC))
        } catch {
            switch error.number {
            case ENOENT: throw DelayLineError(.unavailable, .noTUN(path: path))
            case EACCES, EPERM: throw DelayLineError(.unavailable, .mayNotOpen(path: path))
            default: throw .system(.call(path), error.number)
            }
        }
        var request = unsafe ifreq()
        // The kernel puts the lowest free number in: two processes never get the same.
        let prefix = "hfdelay"
        unsafe Self.setName(prefix + "%d", &request)
        unsafe request.ifr_ifru.ifru_flags = shim_tun_without_header
        guard unsafe ioctl(descriptor.number, shim_tunsetiff, &request) == 0 else {
            throw errno == EPERM ? DelayLineError(.unavailable, .mayNotMake) : .system(.call("TUNSETIFF"))
        }
        name = unsafe Self.name(of: request)
        let number = Int(name.dropFirst(prefix.count)) ?? LineAddresses.most
        addresses = LineAddresses(number: number)
        guard number < LineAddresses.most else { throw DelayLineError(.unavailable, .tooMany(name: name)) }
    }

    private func start() throws(DelayLineError) {
        try set(SIOCSIFADDR, "SIOCSIFADDR", addresses.near)
        try set(SIOCSIFDSTADDR, "SIOCSIFDSTADDR", addresses.far)
        try unsafe configure(SIOCSIFFLAGS, "SIOCSIFFLAGS") { request in
            unsafe request.ifr_ifru.ifru_flags = Int16(truncatingIfNeeded: IFF_UP | IFF_RUNNING)
        }
    }

    private func set(_ code: Int32, _ what: String, _ address: IPAddress) throws(DelayLineError) {
        try unsafe configure(code, what) { request in
            unsafe request.ifr_ifru.ifru_addr = SocketAddress(Endpoint(address, port: 0)).withPointer { place, _ in
                unsafe place.pointee
            }
        }
    }

    private func configure(
        _ code: Int32, _ what: String, _ fill: (inout ifreq) -> Void
    ) throws(DelayLineError) {
        let control = try DelayLineError.naming(.call("socket")) { () throws(SystemError) in
            try OwnedDescriptor.socket(for: addresses.near, isStream: false)
        }
        var request = unsafe ifreq()
        unsafe Self.setName(name, &request)
        unsafe fill(&request)
        guard unsafe ioctl(control.number, UInt(code), &request) == 0 else {
            throw .system(.callOn(what, device: name))
        }
    }

    /// Whether neither address is one of this machine's, nor in a network that it has a route to.
    private func addressesAreFree() throws(DelayLineError) -> Bool {
        try !addresses.near.isThisMachines() && !RoutingTable.current().reaches(addresses.near)
    }

    /// The descriptor from which packets are read.
    var number: Int32 { descriptor.number }

    private static func setName(_ name: String, _ request: inout ifreq) {
        unsafe withUnsafeMutableBytes(of: &request.ifr_ifrn.ifrn_name) { bytes in
            // One byte less: the field ends with a zero.
            unsafe bytes.dropLast().copyBytes(from: name.utf8.prefix(bytes.count - 1))
        }
    }

    private static func name(of request: ifreq) -> String {
        unsafe withUnsafeBytes(of: request.ifr_ifrn.ifrn_name) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
