import Foundation

/// How much of a long list a property is tried on: all of it in `make test-all`, a part that is the same in every run
/// in `make test`.
enum Effort {
    static let isWhole = ProcessInfo.processInfo.environment["HOLDFAST_WHOLE"] != nil

    /// Every so-many-th of a list, or all of it.
    static func sample<Element>(_ list: [Element], every step: Int) -> [Element] {
        isWhole ? list : list.enumerated().filter { $0.offset % step == 0 }.map(\.element)
    }
}
