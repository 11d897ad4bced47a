extension ProxyTarget: CustomStringConvertible, CustomReflectable {
    /// What is spoken and where; neither the user and the password nor the fields, which may hold them.
    package var description: String { "\(kind) proxy at \(URLParts.literal(host)):\(port)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension ProxyTarget.Key: CustomStringConvertible, CustomReflectable {
    var description: String { "\(kind) proxy at \(URLParts.literal(host)):\(port)" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
