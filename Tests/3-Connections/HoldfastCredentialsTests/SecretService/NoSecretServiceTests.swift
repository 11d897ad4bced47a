import Foundation
import Glibc
import HoldfastStatements
import TestSupport
import Testing

@testable import HoldfastCredentials

@Suite("Where no Secret Service answers")
struct NoSecretServiceTests {
    private static func failure() async -> CredentialStoreError? {
        do throws(CredentialStoreError) {
            _ = try await SecretServiceStore.find(program: "tests", timeout: .seconds(20))
            return nil
        } catch {
            return error
        }
    }

    /// Whether libsecret is installed or not: the one answer is an error with its reason.
    @Test("there is an error with its reason, and no process ends", .hangLimit)
    func none() async {
        await #expect(processExitsWith: .success) {
            await OwnProcess.run {
                let folder = try TemporaryFolder()
                for name in ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"] { unsafe unsetenv(name) }
                unsafe setenv("XDG_RUNTIME_DIR", folder.path, 1)
                for address in [nil, "unix:path=" + folder.path("none"), "nonsense", ""] {
                    if let address { unsafe setenv("DBUS_SESSION_BUS_ADDRESS", address, 1) }
                    guard case .secretService(let text) = await Self.failure()?.reason else {
                        Issue.record("there is one")
                        return
                    }
                    #expect(!text.description.isEmpty)
                }
            }
        }
    }

    @Test(
        "a bus that never answers is given up at its time", .hangLimit,
        .enabled(if: SecretServiceCall.obstacle == nil, "libsecret is not installed"))
    func hanging() async {
        await #expect(processExitsWith: .success) {
            await OwnProcess.run {
                let folder = try TemporaryFolder()
                let path = folder.path("bus")
                let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
                var address = sockaddr_un()
                address.sun_family = sa_family_t(AF_UNIX)
                unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
                let isListening = unsafe withUnsafePointer(to: &address) { address in
                    unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                        unsafe bind(socket, address, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
                    } && listen(socket, 1) == 0
                }
                #expect(isListening)
                unsafe setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=" + path, 1)
                await #expect(throws: CredentialStoreError.self) {
                    try await SecretServiceStore.find(program: "tests", timeout: .milliseconds(500))
                }
            }
        }
    }
}
