import Foundation
import HoldfastNetworking
import Testing

@Suite("The names of this module") struct NamesTests {
    @Test("FoundationNetworking's others come along") func others() {
        #expect(URLRequest(url: URL(fileURLWithPath: "/")).url != nil)
    }
}
