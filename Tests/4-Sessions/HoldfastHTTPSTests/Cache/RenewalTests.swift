import Synchronization
import Testing

@testable import HoldfastHTTPS
@testable import HoldfastWeb

/// RFC 5861 §3: a response that is used while it is renewed.
@Suite("Renewing kept answers")
struct RenewalTests {
    @Test("one that somebody has renewed since, or renews now, is not renewed again")
    func once() throws {
        let session = HTTPSSession(configuration: HTTPSSession.Configuration())
        let request = HTTPSRequest(try HTTPSURL("https://a.test/"))
        var looks = 0
        session.refresh(request) {
            looks += 1
            // Another reader of the stale answer comes meanwhile.
            session.refresh(request) {
                looks += 1
                return true
            }
            return false
        }
        #expect(looks == 1 && session.refreshing.withLock { $0.isEmpty })
    }
}
