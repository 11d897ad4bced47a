#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Lets libidn2, which libcurl asks for A-labels, read text as UTF-8.
///
/// It goes by the locale, which is "C" and so ASCII in a process that never chose one. Only the calling thread's is
/// changed, and only for the length of a call.
@safe enum UTF8Locale {
    private nonisolated(unsafe) static let locale = unsafe newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)

    static func during<Result>(_ body: () -> Result) -> Result {
        guard let locale = unsafe locale else { return body() }
        let before = unsafe uselocale(locale)
        defer { _ = unsafe uselocale(before) }
        return body()
    }
}
