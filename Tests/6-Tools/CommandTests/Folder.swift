import Foundation
import TestSupport

/// A folder with the files that the scripts name; gone when the test ends.
final class Folder {
    private let place: TemporaryFolder
    var url: URL { place.url }

    init() throws {
        place = try TemporaryFolder()
        try place.makeFolder("folder")
        try write("root.pem", Recorded.root)
        try write("leaf.pem", Recorded.leaf)
        try write("intermediate.pem", Recorded.intermediate)
        try write("chain.pem", Recorded.leaf + Recorded.intermediate)
        try write("other.pem", Recorded.other)
        try write("empty", "")
        try write("key.pem", "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA==\n-----END PRIVATE KEY-----\n")
        try write("cut.pem", String(Recorded.leaf.prefix(300)))
        try write("text.txt", "this is not a certificate\n")
        try write("leaf.der", Self.der(Recorded.leaf))
        try write("cut.der", Self.der(Recorded.leaf).prefix(200))
        // PKCS#8 of no key in particular: SEQUENCE { INTEGER 0, … }.
        try write("key.der", Data([0x30, 0x05, 0x02, 0x01, 0x00, 0x05, 0x00]))
    }

    func write(_ name: String, _ text: String) throws { try place.write(text, to: name) }

    func write(_ name: String, _ data: Data) throws { try place.write(data, to: name) }

    /// A file of that many bytes that takes no room on the disk.
    func writeSparse(_ name: String, bytes: UInt64) throws {
        try write(name, Data())
        let handle = try FileHandle(forWritingTo: url.appending(path: name))
        try handle.truncate(atOffset: bytes)
        try handle.close()
    }

    private static func der(_ pem: String) -> Data {
        let body = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
        return Data(base64Encoded: body) ?? Data()
    }
}
