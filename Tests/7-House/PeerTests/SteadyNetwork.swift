import Foundation
import Synchronization
import Testing

/// Keeps browsers, and tests that make network devices, apart: Chromium ends its connections where a device comes or
/// goes (`ERR_NETWORK_CHANGED`).
final class SteadyNetwork: Sendable {
    /// Browsers that run, and tests that change the network; never both.
    private static let users = Mutex((browsers: 0, changes: 0))

    /// Begins a browser's time, once nobody changes the network.
    init() {
        while !Self.users.withLock({ users in
            if users.changes == 0 { users.browsers += 1 }
            return users.changes == 0
        }) { usleep(20_000) }
    }

    deinit { Self.users.withLock { $0.browsers -= 1 } }

    fileprivate static func beginChange() -> Bool {
        users.withLock { users in
            if users.browsers == 0 { users.changes += 1 }
            return users.browsers == 0
        }
    }

    fileprivate static func endChange() { users.withLock { $0.changes -= 1 } }
}

/// Has each test of a suite wait until no browser runs, and browsers until it has ended.
struct NetworkChange: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        while !SteadyNetwork.beginChange() { try await Task.sleep(for: .milliseconds(20)) }
        defer { SteadyNetwork.endChange() }
        try await function()
    }
}

extension Trait where Self == NetworkChange {
    /// The tests make network devices.
    static var changesNetwork: Self { NetworkChange() }
}
