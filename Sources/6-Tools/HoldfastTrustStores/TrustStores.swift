import HoldfastFiles
import HoldfastLibC
import HoldfastTrust

/// The stores of a machine and a user in which programs look up whom they trust.
///
/// ```swift
/// let authority = try StoreAuthority(file: bytes)
/// for place in TrustStores().places(of: [.system, .nss]) {
///     let standing = place.standing(of: authority)
///     print(place.name, standing.word)
///     for step in place.steps(.install, for: authority, from: standing) { print("  \(step)") }
/// }
/// ```
///
/// Looking changes nothing. ``perform(_:_:at:for:)`` does the steps of one place, finds out whether they had their
/// effect, and takes back what it can where they had not.
public struct TrustStores: Sendable {
    private let tree: TreePath
    private let home: String?
    private let javaHome: String?
    private let programs: StorePrograms

    /// The stores of this machine, or of another tree of files.
    ///
    /// - Parameters:
    ///   - root: the folder that the system's store and Java's are looked for in; its own program makes its bundles
    ///     anew, within it (chroot(8)). `/` is this machine.
    ///   - home: the user's home with the databases of browsers, which is not looked for below `root`; nil for none.
    ///   - javaHome: the Java runtime to look at, a path of the tree; nil for all below `/usr/lib/jvm`.
    ///   - path: the variable PATH, by which programs are found.
    public init(root: String = "/", home: String?, javaHome: String? = nil, path: String?) {
        tree = TreePath(root.isEmpty ? "/" : root)
        self.home = home.flatMap { $0.hasPrefix("/") ? $0 : nil }
        self.javaHome = javaHome.flatMap { $0.hasPrefix("/") ? $0 : nil }
        programs = StorePrograms(path: path, home: self.home)
    }

    /// The stores of this machine and user, by the variables HOME, JAVA_HOME and PATH.
    ///
    /// - Parameter root: as in ``init(root:home:javaHome:path:)``.
    public init(root: String = "/") {
        self.init(
            root: root, home: ProcessEnvironment.value("HOME"), javaHome: ProcessEnvironment.value("JAVA_HOME"),
            path: ProcessEnvironment.value("PATH"))
    }

    /// The places that are there, in a fixed order.
    public func places(of kinds: Set<TrustStoreKind> = Set(TrustStoreKind.allCases)) -> [any TrustPlace] {
        var places: [any TrustPlace] = []
        if kinds.contains(.system), let store = SystemStore(in: tree, programs) { places.append(store) }
        if kinds.contains(.nss), let home { places += NSSStore.all(home: home, programs) as [any TrustPlace] }
        if kinds.contains(.java) {
            places += JavaStore.all(in: tree, javaHome: javaHome, programs) as [any TrustPlace]
        }
        return places
    }

    /// The system's bundle, where it is there and the authority is in it: programs that take a file in place of their
    /// own list can be given that one.
    public func bundle(with authority: StoreAuthority) -> String? {
        guard let store = SystemStore(in: tree, programs), store.standing(of: authority).isTrusted else { return nil }
        return store.bundle
    }

    /// Does the steps that were shown for a place.
    ///
    /// - Parameters:
    ///   - steps: as ``TrustPlace/steps(_:for:from:)`` gave them.
    ///   - change: the change that they are of.
    /// - Throws: ``TrustStoreError`` of the first step that fails, after what this call had put there has been taken
    ///   away again, and nothing of what was there before;
    ///   ``TrustStoreError/withoutEffect(_:)`` where all succeed and the place still isn't as it should be.
    public static func perform(
        _ steps: [TrustStep], _ change: TrustChange, at place: any TrustPlace, for authority: StoreAuthority
    ) throws(TrustStoreError) {
        var undo: [TrustStep] = []
        do throws(TrustStoreError) {
            for step in steps {
                let reversal = place.reversal(of: step, for: authority)
                // A program that fails may have done half of it; a file that was not written may be another's.
                if case .run = step { undo = reversal + undo }
                try place.perform(step)
                if case .run = step { continue }
                undo = reversal + undo
            }
            let standing = place.standing(of: authority)
            switch change {
            case .install where !standing.isTrusted: throw .withoutEffect(standing.statement)
            case .uninstall where standing.isOurs: throw .withoutEffect(standing.statement)
            default: break
            }
        } catch {
            if change == .install {
                // As far as that goes; the first failure is the one to be told.
                for step in undo { try? place.perform(step) }
            }
            throw error
        }
    }

    /// Places that only another user may change, of those that would be: told before anything is done.
    public static func forbidden(_ places: [any TrustPlace]) -> [any TrustPlace] {
        places.filter { place in
            switch place {
            case let store as SystemStore: !store.isWritable
            case let store as JavaStore: !store.isWritable
            default: false
            }
        }
    }
}

/// The two changes of a store.
public enum TrustChange: String, Hashable, Sendable {
    case install
    case uninstall
}
