import Foundation
import Testing

/// The entry of the tests, in the place of the one that SwiftPM makes: to find XCTest's tests that one needs an index
/// of every source file. There are none of them here.
@main
struct Runner {
    static func main() async {
        if CommandLine.arguments.contains("swift-testing") { await Testing.__swiftPMEntryPoint() as Never }
        print("the tests are Swift Testing's alone: swift test --disable-xctest --enable-swift-testing")
        exit(1)
    }
}
