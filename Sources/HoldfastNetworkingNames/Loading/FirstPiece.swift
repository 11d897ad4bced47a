import Foundation
import Synchronization

/// Bytes that are taken once.
final class FirstPiece: Sendable {
    private let data: Mutex<Data?>

    init(_ data: Data?) { self.data = Mutex(data) }

    /// The bytes the first time, where there are any; nil afterwards.
    func take() -> Data? {
        data.withLock { data in
            defer { data = nil }
            return data?.isEmpty == true ? nil : data
        }
    }
}
