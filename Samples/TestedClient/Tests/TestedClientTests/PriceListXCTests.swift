import Holdfast
import HoldfastTestBed
import TestedClient
import XCTest

/// The client, tested with XCTest: one server for all tests of the class, put back before each.
final class PriceListXCTests: XCTestCase {
    private static let good = Result { try TestBed.start("good") }

    private func server() throws -> LabServer { try Self.good.get() }

    override func setUpWithError() throws {
        // What another test has sent is not counted here, and none of its connections is left.
        try server().reset()
    }

    func testFetchesFromAGoodServer() async throws {
        let list = try PriceList(of: server())
        let text = try await list.fetch()
        XCTAssertTrue(text.hasPrefix("good\n"))
        XCTAssertEqual(try server().requestsReceived, 1)
        await list.close()
    }

    func testCountsFromTheBeginning() async throws {
        XCTAssertEqual(try server().connections, 0)
        let list = try PriceList(of: server())
        for _ in 1...2 { _ = try await list.fetch() }
        XCTAssertEqual(try server().requestsReceived, 2)
        XCTAssertEqual(try server().connections, 1)
        await list.close()
    }

    func testRefusesAnExpiredCertificateBeforeAByteIsSent() async throws {
        let server = try TestBed.start("expired")
        let list = try PriceList(of: server)
        do {
            _ = try await list.fetch()
            XCTFail("the server was trusted")
        } catch let error as HTTPSError {
            XCTAssertEqual(error.trustFailure?.cause.code.rawValue, "expired")
        }
        XCTAssertTrue(server.waitUntilIdle())
        XCTAssertEqual(server.applicationBytesReceived, 0)
    }
}
