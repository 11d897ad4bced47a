import Foundation

/// The bundle of Debian's ca-certificates, where it is installed.
enum SystemBundle {
    static let bytes: [UInt8]? = FileManager.default.contents(atPath: "/etc/ssl/certs/ca-certificates.crt").map {
        [UInt8]($0)
    }
}
