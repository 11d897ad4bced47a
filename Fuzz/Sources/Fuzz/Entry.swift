import Glibc
import Properties

/// The target that the environment names. One program holds all targets, so that it is built and linked once.
private let target: FuzzTarget? = {
    let name = unsafe getenv("HOLDFAST_FUZZ").map { unsafe String(cString: $0) }
    return FuzzTarget.all.first { $0.name == name }
}()

/// Called by libFuzzer with each input. What does not hold ends the process, which is how libFuzzer learns of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let target else { fatalError("HOLDFAST_FUZZ has to be one of \(FuzzTarget.all.map(\.name))") }
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    do throws(Violation) {
        try target.check(input)
    } catch {
        fatalError("\(target): \(error)")
    }
    return 0
}
