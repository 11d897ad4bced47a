/// How much of a request a server reads before it refuses.
package struct RequestLimits: Hashable, Sendable {
    /// Bytes of request line and fields; 16 KiB, what Apache and nginx allow in all within a factor of two.
    package var headBytes = 16 << 10
    /// Number of fields; 100, as Apache's LimitRequestFields.
    package var fields = 100
    /// Bytes of the body; 16 MiB.
    package var bodyBytes = 16 << 20

    package init() {}
}
