import HoldfastLibC
public import HoldfastTrust

extension PublicSuffixes {
    /// The system's copy of the Public Suffix List, as libpsl reads it; nil where that library is not there.
    ///
    /// The library is opened at run time: a program needs no package for it (`libpsl5` and `publicsuffix` in Debian).
    /// Without it a wildcard that matches a server's name gives a warning, since nobody looked whether its domain has
    /// one owner. The list is read once a process.
    public static let system: PublicSuffixes? = SuffixLibrary.open().map { library in
        PublicSuffixes(identity: library.identity) { domain in library.section(of: domain) }
    }
}

/// libpsl, and its reading of the list.
///
/// The list is never written to after it was loaded, and the library keeps no other state: it may be asked from any
/// thread.
@safe final class SuffixLibrary: @unchecked Sendable {
    private typealias Latest = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
    private typealias Free = @convention(c) (OpaquePointer?) -> Void
    private typealias FileName = @convention(c) () -> UnsafePointer<CChar>?
    private typealias IsSuffix = @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, CInt) -> CInt

    /// `PSL_TYPE_…` of libpsl.h.
    private static let icann: CInt = 1
    private static let privateDomains: CInt = 2
    /// Without it every single label would count as listed.
    private static let withoutStarRule: CInt = 4

    /// The library's name for the list, with the size and the time of its file.
    let identity: String
    private let list: OpaquePointer
    private let isSuffix: IsSuffix
    private let free: Free

    private init(_ list: OpaquePointer, isSuffix: IsSuffix, free: Free, identity: String) {
        unsafe self.list = list
        unsafe self.isSuffix = isSuffix
        unsafe self.free = free
        self.identity = identity
    }

    deinit { unsafe free(list) }

    /// Opens the library and its list, or gives nil.
    ///
    /// - Parameter name: the shared library; the version is part of the name, since other ones may have other
    ///   functions.
    static func open(_ name: String = "libpsl.so.5") -> SuffixLibrary? {
        // Stays open for as long as the process lives, as do the functions taken from it.
        guard let library = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return nil }
        guard let latest = unsafe function("psl_latest", of: library, as: Latest.self),
            let free = unsafe function("psl_free", of: library, as: Free.self),
            let fileName = unsafe function("psl_dist_filename", of: library, as: FileName.self),
            let isSuffix = unsafe function("psl_is_public_suffix2", of: library, as: IsSuffix.self),
            // The newer one of the distribution's file and the list that is built in.
            let list = unsafe latest(nil)
        else { return nil }
        let path = unsafe fileName().map { unsafe String(cString: $0) } ?? ""
        var status = stat()
        let isThere = unsafe stat(path, &status) == 0
        let found = unsafe SuffixLibrary(
            list, isSuffix: isSuffix, free: free,
            identity: isThere ? "\(path) \(status.st_size) \(status.st_mtim.tv_sec)" : "\(name), built in")
        // A list without the oldest suffix of all is none: it would let everything pass.
        return found.section(of: "com") == .icann ? found : nil
    }

    func section(of domain: String) -> PublicSuffixes.Section? {
        if unsafe isSuffix(list, domain, Self.icann | Self.withoutStarRule) == 1 { return .icann }
        if unsafe isSuffix(list, domain, Self.privateDomains | Self.withoutStarRule) == 1 { return .privateDomains }
        return nil
    }

    private static func function<Function>(
        _ name: String, of library: UnsafeMutableRawPointer, as type: Function.Type
    ) -> Function? {
        guard let symbol = unsafe dlsym(library, name) else { return nil }
        return unsafe unsafeBitCast(symbol, to: type)
    }
}
