import Foundation
import HoldfastTrust

extension PinFile {
    /// Reads a file in one of the formats, or in the one that it is in.
    ///
    /// - Parameters:
    ///   - format: nil to find out; an Info.plist that holds two gives both.
    ///   - pattern: whose pins curl's are, as ``HostPattern`` writes it; empty for every server.
    /// - Throws: ``PinFileError`` for what is damaged, larger than ``sizeLimit``, or in no known format.
    public static func read(
        _ bytes: [UInt8], as format: PinFormat? = nil, for pattern: String = ""
    ) throws(PinFileError) -> [PinFile] {
        guard bytes.count <= sizeLimit else { throw PinFileError("it is larger than \(sizeLimit) bytes") }
        guard bytes.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
            throw PinFileError("it is empty")
        }
        let formats = format.map { [$0] } ?? PinFormat.detected(in: bytes) { plistKeys(bytes) }
        guard !formats.isEmpty else {
            let names = PinFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw PinFileError("it holds no pins in a known format: \(names)")
        }
        var files: [PinFile] = []
        for format in formats { files.append(try read(bytes, as: format, pattern)) }
        return files
    }

    private static func read(
        _ bytes: [UInt8], as format: PinFormat, _ pattern: String
    ) throws(PinFileError) -> PinFile {
        switch format {
        case .policy: try PolicyPins.read(bytes)
        case .trustKit: try TrustKitPins.read(try plist(bytes))
        case .pinnedDomains: try ApplePins.read(try plist(bytes))
        case .android: try AndroidPins.read(bytes)
        case .okHttp: try OkHttpPins.read(bytes)
        case .curl: try CurlPins.read(bytes, for: pattern)
        }
    }

    private static func plist(_ bytes: [UInt8]) throws(PinFileError) -> Any {
        do throws(PropertyList.Problem) {
            return try PropertyList.value(of: Data(bytes), limit: sizeLimit)
        } catch {
            throw PinFileError(error.reason)
        }
    }

    private static func plistKeys(_ bytes: [UInt8]) -> Set<String> {
        guard let value = try? plist(bytes), let keys = value as? [String: Any] else { return [] }
        return Set(keys.keys)
    }
}
