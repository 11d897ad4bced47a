import Foundation

/// Why a function on keys gives nothing: a code of Security's, and what is wrong in words.
struct KeyFailure: Error, Hashable {
    let status: OSStatus
    let text: String

    init(_ status: OSStatus, _ text: String) {
        self.status = status
        self.text = text
    }

    /// The failure as Apple's functions report it.
    var error: CFError {
        NSError(domain: NSOSStatusErrorDomain, code: Int(status), userInfo: [NSLocalizedDescriptionKey: text])
    }

    /// The result of `body`; where it fails, `nil`, and the failure where `place` points.
    ///
    /// The error is retained once for the caller, who takes it over: `takeRetainedValue()`.
    @unsafe static func reporting<Value>(
        to place: UnsafeMutablePointer<Unmanaged<CFError>?>?, _ body: () throws(KeyFailure) -> Value
    ) -> Value? {
        do throws(KeyFailure) {
            return try body()
        } catch {
            unsafe place?.pointee = unsafe Unmanaged.passRetained(error.error)
            return nil
        }
    }
}
