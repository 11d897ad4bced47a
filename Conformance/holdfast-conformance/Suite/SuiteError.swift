/// A defect of a suite's file, and where it is.
struct SuiteError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// The defect of one case, by its id and its place in the file, which counts from one.
    init(_ error: any Error, case id: String?, at index: Int?) {
        let place = index.map { "case \($0 + 1)" } ?? "a case"
        let name = id.map { "\(place) (\($0))" } ?? place
        let words = (error as? DecodingError).map { Self.words($0, below: 2) } ?? "\(error)"
        self.init("\(name): \(words)")
    }

    /// A decoder's error in words.
    ///
    /// - Parameter depth: so many steps of the path are said already.
    static func words(_ error: DecodingError, below depth: Int = 0) -> String {
        func place(_ context: DecodingError.Context) -> String {
            let path = context.codingPath.dropFirst(depth)
            return path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined().drop { $0 == "." } + ""
        }
        switch error {
        case .keyNotFound(let key, let context):
            let place = place(context)
            return "\(place.isEmpty ? "" : "\(place).")\(key.stringValue) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            let place = place(context)
            return place.isEmpty ? (depth == 0 ? "not JSON" : "it is no object") : "unexpected value at \(place)"
        @unknown default: return "unexpected JSON"
        }
    }
}
