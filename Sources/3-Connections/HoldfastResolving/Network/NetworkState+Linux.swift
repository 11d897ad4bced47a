#if os(Linux)
    import HoldfastLibC
    import HoldfastSystem
    import HoldfastX509

    extension NetworkState {
        /// Bytes that are read of a table of routes; a router has a million of them.
        private static let routeBytes = 1 << 18

        /// The machine's state now.
        package static func current() -> NetworkState {
            NetworkState(addresses: addresses(), defaultRoutes: routes())
        }

        private static func addresses() -> Set<String> {
            var list: UnsafeMutablePointer<ifaddrs>?
            guard unsafe getifaddrs(&list) == 0 else { return [] }
            defer { unsafe freeifaddrs(list) }
            var found: Set<String> = []
            var next = unsafe list
            while let entry = unsafe next {
                unsafe next = unsafe entry.pointee.ifa_next
                // IFF_UP and IFF_LOOPBACK of net/if.h.
                let flags = unsafe entry.pointee.ifa_flags
                guard flags & 0x1 != 0, flags & 0x8 == 0,
                    let address = unsafe SocketAddress.endpoint(at: entry.pointee.ifa_addr)?.address,
                    !isLinkLocal(address)
                else { continue }
                found.insert("\(unsafe String(cString: entry.pointee.ifa_name)) \(address)")
            }
            return found
        }

        /// RFC 4291 §2.5.6, RFC 3927 §2.1.
        private static func isLinkLocal(_ address: IPAddress) -> Bool {
            let bytes = address.bytes
            return bytes.count == 16
                ? bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80 : bytes[0] == 169 && bytes[1] == 254
        }

        private static func routes() -> Set<String> {
            // proc(5): interface, destination, gateway, …; destination, its length, source, its length, gateway, …,
            // interface.
            let ipv4 = lines("/proc/net/route").compactMap { fields -> String? in
                guard fields.count > 2, fields[1] == "00000000" else { return nil }
                return "\(fields[0]) \(fields[2])"
            }
            let ipv6 = lines("/proc/net/ipv6_route").compactMap { fields -> String? in
                guard fields.count > 9, fields[1] == "00", fields[0].allSatisfy({ $0 == "0" }), fields[9] != "lo" else {
                    return nil
                }
                return "\(fields[9]) \(fields[4])"
            }
            return Set(ipv4 + ipv6)
        }

        private static func lines(_ path: String) -> [[Substring]] {
            guard let file = try? OwnedDescriptor(made: unsafe open(path, O_RDONLY | O_CLOEXEC)) else { return [] }
            var (text, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 14))
            while text.count < routeBytes {
                let count = unsafe read(file.number, &chunk, chunk.count)
                guard count > 0 else { break }
                text += chunk.prefix(count)
            }
            return String(decoding: text, as: UTF8.self).split(separator: "\n").map { line in
                line.split { $0 == " " || $0 == "\t" }
            }
        }
    }
#endif
