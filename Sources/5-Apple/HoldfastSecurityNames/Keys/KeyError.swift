import Foundation

/// An error of a function on keys: a code of the Security framework, and the reason in words.
struct KeyError: Error, Hashable {
    let status: OSStatus
    let text: String

    init(_ status: OSStatus, _ text: String) {
        self.status = status
        self.text = text
    }

    /// The error in the form in which Apple's functions report it.
    var error: CFError {
        NSError(domain: NSOSStatusErrorDomain, code: Int(status), userInfo: [NSLocalizedDescriptionKey: text])
    }

    /// The result of `body`; where it throws, `nil`, and the error where `place` points.
    ///
    /// The error is retained once for the caller, who takes it over: `takeRetainedValue()`.
    @unsafe static func reporting<Value>(
        to place: UnsafeMutablePointer<Unmanaged<CFError>?>?, _ body: () throws(KeyError) -> Value
    ) -> Value? {
        do throws(KeyError) {
            return try body()
        } catch {
            unsafe place?.pointee = unsafe Unmanaged.passRetained(error.error)
            return nil
        }
    }
}
