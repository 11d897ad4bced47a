import Holdfast
import HoldfastTestBed
import TestedClient

extension PriceList {
    /// The list of a server of the test bed: reached under its own name, judged by its root and no other.
    init(of server: LabServer) throws {
        var configuration = HTTPSSession.Configuration()
        configuration.addresses.dial = [try DialRule(connectTo: server.connectTo)]
        configuration.trust.anchors = .only(try server.anchors.map { try Certificate(der: $0) })
        self.init(at: try HTTPSURL(server.url), configuration)
    }
}
