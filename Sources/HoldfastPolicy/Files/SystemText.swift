import Glibc

/// The operating system's words for its error numbers.
enum SystemText {
    static var absent: String { of(ENOENT) }

    static func of(_ error: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe strerror_r(error, &buffer, buffer.count) == 0 else { return "error \(error)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).lowercased()
    }
}
