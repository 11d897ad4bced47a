import TestSupport

#if os(Linux)
    import Foundation
    import HoldfastResolving
    import PeerPrograms
    import TestSupport
    import Testing

    /// A change that the kernel tells of, made by iproute2.
    @Suite(.ownThread) struct RealNetworkTests {
        private static let device = "holdfast\(getpid() % 10_000)"

        /// Root in a container may not, either.
        static let mayAdd = add(device + "p") && ip("link", "delete", device + "p")

        /// An interface without a cable, of a kind that this kernel has.
        private static func add(_ device: String) -> Bool {
            ["bridge", "dummy"].contains { ip("link", "add", device, "type", $0) }
        }

        private static func ip(_ arguments: String...) -> Bool { ip(arguments) }

        private static func ip(_ arguments: [String]) -> Bool {
            let process = ChildProcess()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["ip"] + arguments
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            do { try process.run() } catch { return false }
            process.waitUntilExit()
            return process.terminationStatus == 0
        }

        @Test(.enabled(if: mayAdd, "an interface can only be added by root, with iproute2"))
        func anAddressThatComesAndGoes() async throws {
            let monitor = NetworkMonitor()
            #expect(monitor.isWatching)
            let device = Self.device
            #expect(Self.add(device))
            defer { _ = Self.ip("link", "delete", device) }
            let calls = Calls()
            let observation = monitor.whenChanged { calls.count() }
            let before = NetworkState.current()
            #expect(Self.ip("addr", "add", "198.51.100.77/32", "dev", device))
            #expect(Self.ip("link", "set", device, "up"))
            try await eventually("the address is noticed") { calls.all >= 1 }
            #expect(NetworkState.current().addresses.subtracting(before.addresses) == ["\(device) 198.51.100.77"])
            let told = calls.all
            #expect(Self.ip("link", "delete", device))
            try await eventually("that it has gone is noticed") { calls.all > told }
            withExtendedLifetime(observation) {}
        }

        /// A way out that leads nowhere, and is the last one to be taken: nothing else on the machine notices.
        @Test(.enabled(if: mayAdd, "routes can only be added by root, with iproute2"))
        func aDefaultRoute() async throws {
            let route = ["unreachable", "default", "metric", "4294967290"]
            let before = NetworkState.current()
            #expect(Self.ip(["route", "add"] + route))
            let routes = NetworkState.current().defaultRoutes
            #expect(Self.ip(["route", "delete"] + route))
            #expect(routes.subtracting(before.defaultRoutes).count == 1)
            #expect(NetworkState.current().defaultRoutes == before.defaultRoutes)
        }
    }
#endif
