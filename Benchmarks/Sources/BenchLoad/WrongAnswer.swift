/// An answer of another status or version than the one that is measured.
public struct WrongAnswer: Error {
    public init() {}
}
