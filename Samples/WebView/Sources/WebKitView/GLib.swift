import CWebKitGTK

/// Runs a closure on the thread of GTK's loop, which is the main one, as soon as that gets to it.
public func onMain(_ body: @escaping @MainActor @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Box(body)).toOpaque()
    _ = g_idle_add(
        { box in
            guard let box else { return 0 }
            let body = Unmanaged<Box<@MainActor @Sendable () -> Void>>.fromOpaque(box).takeRetainedValue().content
            MainActor.assumeIsolated(body)
            return 0
        }, box)
}

final class Box<Content> {
    let content: Content
    init(_ content: Content) { self.content = content }
}

/// Connects a signal with a function of C's calling convention, whose last argument is `data`.
func connect<Handler>(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ handler: Handler, _ data: UnsafeMutableRawPointer
) {
    let callback = unsafeBitCast(handler, to: GCallback.self)
    g_signal_connect_data(object, signal, callback, data, nil, GConnectFlags(rawValue: 0))
}

extension String {
    /// The text of a C string that somebody else owns; nil for none.
    init?(borrowing text: UnsafePointer<CChar>?) {
        guard let text else { return nil }
        self.init(cString: text)
    }
}

/// A pointer to a widget as one to the type that a call of GTK's wants: GTK's casts are macros.
public func cast<From, To>(_ pointer: UnsafeMutablePointer<From>?) -> UnsafeMutablePointer<To>? {
    UnsafeMutableRawPointer(pointer)?.assumingMemoryBound(to: To.self)
}

/// Connects a signal that has no arguments of its own.
public func connect(
    _ widget: UnsafeMutablePointer<GtkWidget>, _ signal: String, _ body: @escaping @MainActor () -> Void
) {
    let call: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void = { _, box in
        let body = Unmanaged<Box<@MainActor () -> Void>>.fromOpaque(box).takeUnretainedValue().content
        MainActor.assumeIsolated(body)
    }
    // Kept for as long as the widget, which is as long as the program.
    connect(widget, signal, call, Unmanaged.passRetained(Box(body)).toOpaque())
}
