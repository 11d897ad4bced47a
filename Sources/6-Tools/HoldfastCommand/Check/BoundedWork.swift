/// Work on a stream of things, a bounded number of them at once, whose results are taken one by one as they come.
///
/// Nothing is kept of what is done: with a million things as with ten, as many are in memory as are worked on, and the
/// few that were read ahead. Where results are taken slowly, no more are made.
enum BoundedWork {
    private enum Step<Item: Sendable, Result: Sendable>: Sendable {
        case read([Item])
        case done(Result)
    }

    /// Works until there is nothing more, or nobody wants to go on.
    ///
    /// - Parameters:
    ///   - limit: things that are worked on at once.
    ///   - next: gives some more things; none means that these were all. It may wait, while results go on being taken.
    ///   - work: makes a result of one thing.
    ///   - take: is given each result, and says whether to go on.
    static func run<Item: Sendable, Result: Sendable>(
        atOnce limit: Int, _ next: @escaping @Sendable () async -> [Item],
        _ work: @escaping @Sendable (Item) async -> Result, take: (Result) -> Bool
    ) async {
        await withTaskGroup(of: Step<Item, Result>.self) { group in
            var ready: ArraySlice<Item> = []
            var running = 0
            var (isReading, isAtEnd) = (false, false)
            while true {
                while running < limit, let item = ready.popFirst() {
                    running += 1
                    group.addTask { .done(await work(item)) }
                }
                if ready.isEmpty, !isReading, !isAtEnd {
                    isReading = true
                    group.addTask { .read(await next()) }
                }
                switch await group.next() {
                case .read(let items):
                    isReading = false
                    isAtEnd = items.isEmpty
                    ready = items[...]
                case .done(let result):
                    running -= 1
                    guard take(result) else {
                        group.cancelAll()
                        return
                    }
                case nil: return
                }
            }
        }
    }
}
