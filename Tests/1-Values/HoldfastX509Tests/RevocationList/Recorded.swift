import Foundation
import HoldfastX509
import TestSupport
import Testing

/// What OpenSSL made, and what it says is in it: `Vectors/revocation`.
enum Recorded {
    private static let folder = ProjectFolder.top.appending(path: "Vectors/revocation")

    /// OpenSSL's words.
    static func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: folder.appending(path: name + ".txt")), as: UTF8.self)
    }

    static func list(_ name: String) throws -> [UInt8] {
        let file = [UInt8](try Data(contentsOf: folder.appending(path: name + ".pem")))
        let block = try #require(try PEM.blocks(in: file[...]).first)
        #expect(block.label == "X509 CRL")
        return block.contents
    }

    static func message(_ name: String) throws -> [UInt8] {
        let data = try Data(contentsOf: folder.appending(path: name + ".b64"))
        return [UInt8](try #require(Data(base64Encoded: data, options: .ignoreUnknownCharacters)))
    }

    static func certificate(_ name: String) throws -> Certificate {
        let file = [UInt8](try Data(contentsOf: folder.appending(path: name + ".pem")))
        return try Certificate(der: try #require(try EncodedObject.certificates(in: file).first))
    }

    /// A moment as OpenSSL writes it: `Jun  1 08:00:00 2026 GMT`.
    static func text(_ instant: Instant) -> String {
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let (year, month, day, hour, minute, second) = instant.components
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
        return
            "\(months[month - 1]) \(day < 10 ? " " : "")\(day) \(two(hour)):\(two(minute)):\(two(second)) \(year) GMT"
    }
}
