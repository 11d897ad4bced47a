#if os(Linux)
    import HoldfastLibC
    import HoldfastSystem

    /// Hears from the kernel that links, addresses or routes changed (rtnetlink(7)).
    ///
    /// What a message says is not read: that there was one is the event, and the state is looked up afterwards.
    final class RouteSocket: NetworkEvents {
        /// linux/rtnetlink.h: RTMGRP_LINK, RTMGRP_IPV4_IFADDR, RTMGRP_IPV4_ROUTE, RTMGRP_IPV6_IFADDR,
        /// RTMGRP_IPV6_ROUTE.
        private static let groups: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400

        private let descriptor: OwnedDescriptor
        private let wake: WakeSignal

        /// Nil where there is no such socket: in a sandbox, say.
        init?() {
            #if canImport(Glibc)
                let kind = Int32(SOCK_RAW.rawValue)
            #else
                let kind = SOCK_RAW
            #endif
            // The last one is NETLINK_ROUTE.
            guard let wake = try? WakeSignal(),
                let descriptor = try? OwnedDescriptor(made: socket(AF_NETLINK, kind, 0))
            else { return nil }
            descriptor.setNonBlocking()
            // struct sockaddr_nl: family, padding, port number (the kernel's choice), groups.
            var place: [UInt8] = []
            unsafe withUnsafeBytes(of: UInt16(AF_NETLINK)) { unsafe place.append(contentsOf: $0) }
            place += [0, 0, 0, 0, 0, 0]
            unsafe withUnsafeBytes(of: Self.groups) { unsafe place.append(contentsOf: $0) }
            let bound = unsafe place.withUnsafeBytes { bytes in
                unsafe bytes.baseAddress.map { start in
                    unsafe bind(descriptor.number, start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
                }
            }
            guard bound == 0 else { return nil }
            self.descriptor = descriptor
            self.wake = wake
        }

        func end() { wake.raise() }

        func wait(atMost time: Duration?) -> NetworkWait {
            var watched = [pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0), wake.entry]
            let deadline = time.map(Deadline.after) ?? .never
            while true {
                guard let isReady = try? Poll.wait(for: &watched, until: deadline), watched[1].revents == 0 else {
                    return .ended
                }
                if isReady { break }
                if deadline.hasPassed { return .timedOut }
            }
            return drain() ? .event : .ended
        }

        /// Takes what has come off the queue; more than that is another event.
        private func drain() -> Bool {
            var bytes = [UInt8](repeating: 0, count: 1 << 14)
            for _ in 0..<64 {
                let count = unsafe recv(descriptor.number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
                if count > 0 { continue }
                // The queue ran over (ENOBUFS): what was lost was an event, too.
                return count < 0 && [EAGAIN, EWOULDBLOCK, EINTR, ENOBUFS].contains(errno)
            }
            return true
        }

        func state() -> NetworkState { NetworkState.current() }
    }
#endif
