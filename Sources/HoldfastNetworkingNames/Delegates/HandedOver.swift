/// A value of one of Foundation's classes on its way to another thread: whoever gives it away no longer uses it.
struct HandedOver<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
