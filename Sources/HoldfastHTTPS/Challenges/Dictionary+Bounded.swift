extension Dictionary {
    /// Puts a value in, in the place of any other where there are as many as may be.
    ///
    /// - Returns: what had to go; nil for nothing. A value of the same key is replaced, and is none of that.
    package mutating func insert(_ value: Value, for key: Key, upTo limit: Int) -> Value? {
        var evicted: Value?
        if self[key] == nil, count >= limit, let any = keys.first { evicted = removeValue(forKey: any) }
        self[key] = value
        return evicted
    }
}
