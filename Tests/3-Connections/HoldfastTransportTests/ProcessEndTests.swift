import COpenSSL
import Glibc
import HoldfastServing
import HoldfastTrust
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastTransport

/// Exit handlers run while other threads go on: one that takes libcrypto down crashes whoever is in a handshake then.
@Suite("The end of a process")
struct ProcessEndTests {
    @Test("libcrypto works on after all exit handlers that came with it have run")
    func lastHandler() async {
        await #expect(processExitsWith: .exitCode(77)) {
            await OwnProcess.run {
                // The handler that was registered first runs last; a libcrypto that was taken down cannot be
                // initialised again.
                atexit { _exit(OPENSSL_init_crypto(UInt64(OPENSSL_INIT_LOAD_CRYPTO_STRINGS), nil) == 1 ? 77 : 1) }
                let world = try Loopback(host: "example.test", hasIntermediate: false)
                let server = try world.server()
                let engine = try TransportEngine()
                let response = try await engine.perform(world.request(port: server.port), judge: world.trusting())
                #expect(response.status == 200)
                exit(0)
            }
        }
    }
}
