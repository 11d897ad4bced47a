extension AddressHistory {
    /// Limits of a history: how long something is remembered, and how much.
    public struct Limits: Hashable, Sendable {
        /// After how long a measured time weighs half; 10 minutes. After four half-lives without another, an address
        /// counts as unknown.
        public var halfLife: Duration = .seconds(600)
        /// For how long an address stands behind the others after a first failure; 30 seconds. It doubles with each
        /// further one.
        public var penalty: Duration = .seconds(30)
        /// And for how long at most; 10 minutes.
        public var longestPenalty: Duration = .seconds(600)
        /// For how long an address is not dialled for a name that its certificate was not for; 10 minutes. It doubles
        /// with each further time.
        public var poison: Duration = .seconds(600)
        /// And for how long at most; a day.
        public var longestPoison: Duration = .seconds(86_400)
        /// Names of which something is kept; 4,096. The one not used for longest goes first.
        public var names = 4_096
        /// Addresses and ports of one name of which something is kept; 64. Those that are not poisoned go first, and
        /// among them the one not heard of for longest.
        public var endpointsPerName = 64

        public init() {}
    }

    /// The figures of a history, for metrics: what it holds, and what has been noted in it.
    public struct Statistics: Hashable, Sendable {
        /// Names of which something is kept now.
        public var names = 0
        /// Their addresses and ports of which something is kept now.
        public var endpoints = 0
        /// Addresses and ports that are poisoned now.
        public var poisoned = 0
        /// The number of times that an address was noted to be poisoned, in all.
        public var poisonings = 0
        /// The number of times that an address failed otherwise than by being poisoned, in all.
        public var failures = 0
        /// The number of times that a certificate was accepted, in all.
        public var successes = 0
        /// Addresses forgotten for want of room, in all.
        public var evicted = 0
        /// The number of times that the network changed.
        public var networkChanges = 0

        public init() {}
    }
}
