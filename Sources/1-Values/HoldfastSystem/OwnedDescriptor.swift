package import HoldfastFiles
import HoldfastLibC
package import HoldfastX509

/// The one owner of a descriptor, which closes it once.
///
/// A child process does not get it (`FD_CLOEXEC`).
package struct OwnedDescriptor: ~Copyable, Sendable {
    package let number: Int32

    /// Takes over an open descriptor.
    package init(_ number: Int32) { self.number = number }

    /// Takes over what a call has just given; its error where that is negative.
    package init(made number: Int32) throws(SystemError) {
        guard number >= 0 else { throw SystemError(errno) }
        self.number = number
        setCloseOnExec()
    }

    deinit { _ = close(number) }

    /// Gives the descriptor to whoever will close it.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// Lets no child process have it.
    package func setCloseOnExec() { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }

    /// Lets reading and writing return at once where they would have to wait (`EAGAIN`).
    package func setNonBlocking() { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) }
}

// MARK: Sockets

extension OwnedDescriptor {
    /// A socket for addresses of one kind.
    package static func socket(for address: IPAddress, isStream: Bool = true) throws(SystemError) -> OwnedDescriptor {
        let kind = isStream ? SOCK_STREAM : SOCK_DGRAM
        let family = address.isIPv4 ? AF_INET : AF_INET6
        return try OwnedDescriptor(made: HoldfastLibC.socket(family, Int32(kind.rawValue | SOCK_CLOEXEC.rawValue), 0))
    }

    /// A socket of TCP that does not block.
    package static func tcp(for address: IPAddress) throws(SystemError) -> OwnedDescriptor {
        let made = try socket(for: address)
        made.setNonBlocking()
        return made
    }

    /// Binds it to an address and port of this machine.
    package func bind(to endpoint: Endpoint) throws(SystemError) {
        let status = unsafe SocketAddress(endpoint).withPointer { unsafe HoldfastLibC.bind(number, $0, $1) }
        guard status == 0 else { throw SystemError(errno) }
    }

    /// Connects, or begins to: it is connected, or has failed, once it is writable (``connectError``).
    ///
    /// - Returns: whether it is connected already.
    package func connect(to endpoint: Endpoint) throws(SystemError) -> Bool {
        let status = unsafe SocketAddress(endpoint).withPointer { unsafe HoldfastLibC.connect(number, $0, $1) }
        // After a signal connecting goes on by itself (connect(2)).
        guard status == 0 || errno == EINPROGRESS || errno == EINTR else { throw SystemError(errno) }
        return status == 0
    }

    /// The error by which connecting failed; nil where it did not.
    package static func connectError(of number: Int32) -> SystemError? {
        var (error, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        guard unsafe getsockopt(number, SOL_SOCKET, SO_ERROR, &error, &size) == 0 else { return SystemError(errno) }
        return error == 0 ? nil : SystemError(error)
    }

    /// Has the system look now and then whether the other end of a silent connection is still there.
    package static func keepAlive(_ number: Int32) { set(SO_KEEPALIVE, of: SOL_SOCKET, to: 1, on: number) }

    /// Sets an option that is a number; false where the system refuses.
    @discardableResult
    package static func set(_ option: Int32, of level: Int32, to value: Int32, on number: Int32) -> Bool {
        var value = value
        return unsafe setsockopt(number, level, option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0
    }
}
