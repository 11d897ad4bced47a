import Foundation

/// How much of a long list a property is tried on, and how often a chance is taken: all of it in `make test-all`, in
/// `make test` a part, which of a list is the same in every run.
package enum Effort {
    package static let isWhole = ProcessInfo.processInfo.environment["HOLDFAST_WHOLE"] != nil

    /// Every so-many-th of a list, or all of it.
    package static func sample<Element>(_ list: [Element], every step: Int) -> [Element] {
        isWhole ? list : list.enumerated().filter { $0.offset % step == 0 }.map(\.element)
    }

    /// A number of rounds, or a tenth of them.
    package static func rounds(_ count: Int) -> Int { isWhole ? count : count / 10 }
}
