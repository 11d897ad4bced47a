import Foundation

extension NSCoder {
    /// A text of an archive; nil where there is none. To ask for a missing one is an error of the whole archive to
    /// Foundation, and an exception on some coders.
    func text(_ key: String) -> String? {
        guard allowsKeyedCoding, containsValue(forKey: key) else { return nil }
        return decodeObject(of: NSString.self, forKey: key) as String?
    }
}
