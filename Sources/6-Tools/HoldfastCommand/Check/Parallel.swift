/// Work on many things at once, bounded.
enum Parallel {
    /// Each result with the place of its element, in the order in which they finish.
    static func map<Element: Sendable, Result: Sendable>(
        _ elements: [Element], atOnce limit: Int, _ work: @escaping @Sendable (Element) async -> Result
    ) -> AsyncStream<(Int, Result)> {
        AsyncStream { stream in
            let task = Task {
                await withTaskGroup(of: (Int, Result).self) { group in
                    for (index, element) in elements.enumerated() {
                        if index >= limit, let done = await group.next() { stream.yield(done) }
                        group.addTask { (index, await work(element)) }
                    }
                    for await done in group { stream.yield(done) }
                }
                stream.finish()
            }
            stream.onTermination = { _ in task.cancel() }
        }
    }
}
