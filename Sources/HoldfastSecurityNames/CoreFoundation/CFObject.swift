/// What the Security framework's objects have as objects of Core Foundation, without a public member that would stand in
/// the way of a program's own extensions.
protocol CFObject: AnyObject, Hashable {
    /// Tells the type apart in `CFGetTypeID`; stable within one process only.
    static var typeID: CFTypeID { get }
    /// What `CFCopyDescription` gives; never anything secret.
    var coreFoundationDescription: String { get }
}
