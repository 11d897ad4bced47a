import Foundation
import HoldfastTrust
import HoldfastX509

/// A chain that `scripts/bench-chain` has made, with the policy that accepts it.
struct BenchChain: Sendable {
    /// The server's certificate and the authority's, DER.
    let presented: [[UInt8]]
    /// Chains of other certificates of the same server by the same authority, each in memory of its own.
    let others: [[[UInt8]]]
    let policy: TrustPolicy
    /// The time of day at which the chain was read.
    let moment = Instant(secondsSince1970: Int64(Date().timeIntervalSince1970))

    /// - Parameter host: who the server has to be: one of its certificate's names, unless it is to be refused.
    init(folder: String, host: String = "www.example.com") throws {
        let leaf = try Self.read(folder, "leaf.der")
        let authority = try Self.read(folder, "authority.der")
        presented = [leaf, authority]
        others = try Self.certificates(in: folder + "/leaves").map { [$0, Self.copy(authority)] }
        var policy = TrustPolicy.ssl(try ServerName(host))
        policy.anchors = .only([try Certificate(der: try Self.read(folder, "root.der"))])
        self.policy = policy
    }

    /// Judges from bytes to the end.
    ///
    /// - Returns: whether the engine has remembered the verdict.
    @discardableResult
    func judge(_ presented: [[UInt8]], by engine: TrustEngine) throws -> Bool {
        try engine.evaluate(try ServerTrust(derChain: presented), with: policy, at: moment).work.isRemembered
    }

    /// The same chain so many times over, as connections bring it: each in memory of its own.
    ///
    /// Comparing an array with itself looks at none of its bytes.
    func copies(_ count: Int) -> [[[UInt8]]] { (0..<count).map { _ in presented.map(Self.copy) } }

    private static func copy(_ bytes: [UInt8]) -> [UInt8] { bytes.map(\.self) }

    /// Every certificate of a folder, DER.
    static func certificates(in folder: String) throws -> [[UInt8]] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".der") }
        guard !names.isEmpty else { throw VerdictUsage() }
        return try names.sorted().map { try read(folder, $0) }
    }

    private static func read(_ folder: String, _ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: folder + "/" + name)))
    }
}

/// A verdict that is not the one which was to be measured.
struct UnexpectedVerdict: Error, CustomStringConvertible {
    let description: String
}
