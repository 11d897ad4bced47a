import COpenSSL

/// One entry of OpenSSL's error queue.
public struct OpenSSLError: Hashable, Sendable, CustomStringConvertible {
    /// OpenSSL's packed number, as `openssl errstr` takes it in hexadecimal.
    public let code: UInt
    /// The part of OpenSSL that failed, for example "rsa routines".
    public let library: String
    /// What failed, for example "data too large for key size".
    public let reason: String
    /// What OpenSSL added to the entry, for example the name of an algorithm that it does not have.
    public let data: String?

    public var description: String {
        let hexadecimal = String(code, radix: 16, uppercase: true)
        let padded = String(repeating: "0", count: max(0, 8 - hexadecimal.count)) + hexadecimal
        let text = "error:\(padded):\(library):\(reason)"
        guard let data else { return text }
        return text + " (" + data + ")"
    }
}

extension OpenSSLError {
    /// Empties the calling thread's error queue and returns what stood in it, oldest first.
    package static func takeAll() -> [OpenSSLError] {
        var entries: [OpenSSLError] = []
        // The queue is a ring of 16 entries; the bound only keeps this loop from depending on that.
        while entries.count < 64, let next = takeOldest() { entries.append(next) }
        return entries
    }

    private static func takeOldest() -> OpenSSLError? {
        var data: UnsafePointer<CChar>?
        var flags: Int32 = 0
        let code = unsafe ERR_get_error_all(nil, nil, nil, &data, &flags)
        guard code != 0 else { return nil }
        return unsafe OpenSSLError(
            code: UInt(code),
            library: text(ERR_lib_error_string(code)) ?? "library \(ERR_GET_LIB(code))",
            reason: text(ERR_reason_error_string(code)) ?? "reason \(ERR_GET_REASON(code))",
            data: flags & ERR_TXT_STRING != 0 ? text(data).flatMap { $0.isEmpty ? nil : $0 } : nil)
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        unsafe pointer.map { unsafe String(cString: $0) }
    }
}
