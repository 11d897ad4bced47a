/// Lengths of time as findings say them.
enum TimeSpan {
    /// The largest unit of which there are at least two, rounded down; at least one second.
    static func inWords(_ seconds: Int64) -> String {
        func count(_ number: Int64, _ unit: String) -> String { "\(number) \(unit)\(number == 1 ? "" : "s")" }
        switch seconds {
        case ..<120: return count(max(seconds, 1), "second")
        case ..<7_200: return count(seconds / 60, "minute")
        case ..<172_800: return count(seconds / 3_600, "hour")
        default: return count(seconds / 86_400, "day")
        }
    }
}
