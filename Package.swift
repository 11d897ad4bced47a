// swift-tools-version: 6.2
import PackageDescription

/// Settings shared by every Swift target; CI adds warnings as errors.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
]

/// What a program that uses Apple's C functions under their names is compiled with: each pointer to a result would have
/// to be called unsafe otherwise.
let clientSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Floors of the house, folders of `Sources`: a room looks into its own floor and into those below it, and 5 and 6 not
/// into each other (scripts/house).
let sourceFloors: [String: [String]] = [
    "0-C": [
        "COpenSSL", "COpenSSLShims", "CGlibcShims", "CHandshake", "CNGHTTP2", "CSQLite",
        "CSharedLibrary", "CGSSAPI", "CSecretService", "CContentCodings", "CTrustFacts",
    ],
    "1-Values": [
        "HoldfastStatements", "HoldfastX509", "HoldfastLibC", "HoldfastFiles", "HoldfastJSON", "HoldfastTLS",
        "HoldfastFacts", "HoldfastStore", "HoldfastHTTP", "HoldfastSystem",
    ],
    "2-Trust": [
        "HoldfastCrypto", "HoldfastTrust", "HoldfastAuthority", "HoldfastWords",
    ],
    "3-Connections": [
        "HoldfastWeb", "HoldfastEndpoint", "HoldfastConnection", "HoldfastWebSocket", "HoldfastTransport",
        "HoldfastServing", "HoldfastDelayLine", "HoldfastCredentials", "HoldfastResolving", "HoldfastTracing",
    ],
    "4-Sessions": [
        "HoldfastHTTPS", "HoldfastPins", "HoldfastPolicy", "Holdfast",
    ],
    "5-Apple": [
        "HoldfastSecurityNames", "HoldfastSecurity", "Security", "CommonCrypto", "HoldfastNetworkingNames",
        "HoldfastNetworking",
    ],
    "6-Tools": [
        "HoldfastTestBed", "HoldfastDiagnostics", "HoldfastLesson", "HoldfastGate", "HoldfastTrustStores",
        "HoldfastCommand",
    ],
]

/// Floors of the tests, folders of `Tests`: those of the rooms; on the last one the whole house, and what tests share.
let testFloors: [String: [String]] = [
    "1-Values": [
        "HoldfastStatementsTests", "HoldfastX509Tests", "HoldfastHTTPTests",
    ],
    "2-Trust": [
        "HoldfastCryptoTests", "HoldfastTrustTests", "HoldfastAuthorityTests",
    ],
    "3-Connections": [
        "HoldfastEndpointTests", "HoldfastWebTests", "HoldfastConnectionTests", "HoldfastWebSocketTests",
        "HoldfastTransportTests", "HoldfastServingTests",
        "HoldfastCredentialsTests", "HoldfastResolvingTests", "HoldfastTracingTests",
    ],
    "4-Sessions": [
        "HoldfastHTTPSTests", "HoldfastPolicyTests", "HoldfastTests",
    ],
    "5-Apple": [
        "HoldfastSecurityTests", "HoldfastNetworkingTests", "SecurityModuleTests",
    ],
    "6-Tools": [
        "HoldfastTestBedTests", "HoldfastDiagnosticsTests", "HoldfastLessonTests", "HoldfastGateTests",
        "HoldfastTrustStoresTests", "CommandTests",
    ],
    "7-House": [
        "TestSupport", "LoopbackSupport", "PeerPrograms", "EndToEndTests", "SampleTests", "FuzzTests", "PeerTests",
    ],
]

func folder(of name: String, in floors: [String: [String]], below parent: String) -> String {
    "\(parent)/\(floors.first { $0.value.contains(name) }?.key ?? "")/\(name)"
}

func path(_ name: String) -> String { folder(of: name, in: sourceFloors, below: "Sources") }

/// A room of the house: a Swift target, and the only rooms it may look into.
func room(_ name: String, imports: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: imports, path: path(name), swiftSettings: settings)
}

func tests(of name: String, imports: [Target.Dependency], settings: [SwiftSetting] = settings) -> Target {
    .testTarget(
        name: name, dependencies: imports, path: folder(of: name, in: testFloors, below: "Tests"),
        swiftSettings: settings)
}

let package = Package(
    name: "Holdfast",
    products: [
        .library(name: "Holdfast", targets: ["Holdfast"]),
        .library(name: "HoldfastX509", targets: ["HoldfastX509"]),
        .library(name: "HoldfastTrust", targets: ["HoldfastTrust"]),
        .library(name: "HoldfastAuthority", targets: ["HoldfastAuthority"]),
        .library(name: "HoldfastPins", targets: ["HoldfastPins"]),
        .library(name: "HoldfastTracing", targets: ["HoldfastTracing"]),
        .library(name: "HoldfastDiagnostics", targets: ["HoldfastDiagnostics"]),
        .library(name: "HoldfastGate", targets: ["HoldfastGate"]),
        .library(name: "HoldfastTestBed", targets: ["HoldfastTestBed"]),
        .library(name: "HoldfastTrustStores", targets: ["HoldfastTrustStores"]),
        .library(name: "HoldfastSecurity", targets: ["HoldfastSecurity"]),
        .library(name: "HoldfastNetworking", targets: ["HoldfastNetworking"]),
        .executable(name: "holdfast", targets: ["HoldfastCommand"]),
    ],
    targets: [
        // C libraries, each with its shims: macros and variadics as typed functions.
        .systemLibrary(
            name: "COpenSSL", path: path("COpenSSL"), pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .target(name: "COpenSSLShims", dependencies: ["COpenSSL"], path: path("COpenSSLShims")),
        // What glibc has and Swift's module of it hides.
        .target(name: "CGlibcShims", path: path("CGlibcShims")),
        // The callbacks that libssl calls: C only.
        .target(name: "CHandshake", dependencies: ["COpenSSL", "COpenSSLShims"], path: path("CHandshake")),
        .systemLibrary(
            name: "CNGHTTP2", path: path("CNGHTTP2"), pkgConfig: "libnghttp2", providers: [.apt(["libnghttp2-dev"])]),
        .systemLibrary(
            name: "CSQLite", path: path("CSQLite"), pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        // Opens shared libraries at run time: no header and no package of theirs has to be installed.
        .target(name: "CSharedLibrary", path: path("CSharedLibrary")),
        // MIT's Kerberos, opened at run time.
        .target(name: "CGSSAPI", dependencies: ["CSharedLibrary"], path: path("CGSSAPI")),
        // libsecret, opened at run time as well.
        .target(name: "CSecretService", dependencies: ["CSharedLibrary"], path: path("CSecretService")),
        // zlib, brotli and zstd, opened at run time as well.
        .target(name: "CContentCodings", dependencies: ["CSharedLibrary"], path: path("CContentCodings")),
        // Facts of the world as files of data, compiled in.
        .target(name: "CTrustFacts", path: path("CTrustFacts"), exclude: ["data"]),

        // Floor 1
        room("HoldfastStatements"),
        room("HoldfastX509", imports: ["HoldfastStatements"]),
        room("HoldfastLibC"),
        room("HoldfastFiles", imports: ["HoldfastStatements", "HoldfastLibC", "HoldfastX509"]),
        room("HoldfastJSON", imports: ["HoldfastStatements"]),
        // Sockets, threads and programs: the one pair of hands for the machine.
        room(
            "HoldfastSystem",
            imports: ["HoldfastFiles", "HoldfastLibC", "HoldfastStatements", "HoldfastX509", "CGlibcShims"]),
        // Floor 2
        room("HoldfastTLS", imports: ["HoldfastStatements", "HoldfastFacts", "HoldfastX509"]),
        room("HoldfastHTTP", imports: ["HoldfastStatements", "HoldfastX509"]),
        room("HoldfastFacts", imports: ["HoldfastStatements", "HoldfastX509", "CTrustFacts"]),
        room("HoldfastStore", imports: ["HoldfastStatements", "HoldfastFiles", "HoldfastX509", "CSQLite"]),
        room(
            "HoldfastCrypto",
            imports: ["HoldfastStatements", "HoldfastLibC", "HoldfastX509", "COpenSSL", "COpenSSLShims"]),
        // Floor 3
        room(
            "HoldfastTrust",
            imports: [
                "HoldfastStatements", "HoldfastFacts", "HoldfastFiles", "HoldfastJSON", "HoldfastLibC", "HoldfastX509",
                "HoldfastCrypto", "CGlibcShims",
            ]),
        room("HoldfastAuthority", imports: ["HoldfastStatements", "HoldfastX509", "HoldfastCrypto"]),
        // Floor 4
        room(
            "HoldfastWeb",
            imports: [
                "HoldfastCredentials", "HoldfastCrypto", "HoldfastFiles", "HoldfastHTTP", "HoldfastLibC",
                "HoldfastStore", "HoldfastTrust", "HoldfastX509", "HoldfastStatements",
            ]),
        room(
            "HoldfastEndpoint",
            imports: [
                "HoldfastStatements", "HoldfastTLS", "HoldfastCrypto", "HoldfastX509", "COpenSSL", "COpenSSLShims",
            ]),
        room("HoldfastConnection", imports: ["CNGHTTP2", "HoldfastHTTP", "HoldfastStatements", "HoldfastX509"]),
        room(
            "HoldfastWebSocket",
            imports: ["HoldfastStatements", "HoldfastHTTP", "HoldfastCrypto", "HoldfastX509", "CContentCodings"]),
        room(
            "HoldfastTransport",
            imports: [
                "HoldfastHTTP", "HoldfastConnection", "HoldfastStatements", "HoldfastTLS",
                "HoldfastFiles", "HoldfastLibC",
                "HoldfastTrust", "HoldfastCrypto", "HoldfastSystem", "HoldfastCredentials",
                "HoldfastX509",
                "COpenSSL", "COpenSSLShims", "CHandshake", "CContentCodings",
            ]),
        room(
            "HoldfastServing",
            imports: [
                "HoldfastHTTP", "HoldfastConnection", "HoldfastWebSocket", "HoldfastStatements",
                "HoldfastEndpoint", "HoldfastTLS", "HoldfastLibC",
                "HoldfastAuthority", "HoldfastCrypto", "HoldfastX509", "HoldfastSystem", "HoldfastFiles",
            ]),
        // A TUN device with a stated round-trip time, without which times on loopback mean nothing.
        room(
            "HoldfastDelayLine",
            imports: [
                "HoldfastSystem", "HoldfastStatements", "HoldfastFiles", "HoldfastLibC", "HoldfastX509", "CGlibcShims",
            ]),
        room(
            "HoldfastCredentials",
            imports: [
                "HoldfastSystem",
                "HoldfastStatements", "HoldfastFiles", "HoldfastLibC", "HoldfastTrust", "HoldfastAuthority",
                "HoldfastCrypto", "HoldfastX509",
                "CGSSAPI", "CSecretService",
            ]),
        room(
            "HoldfastResolving",
            imports: [
                "HoldfastHTTP",
                "HoldfastJSON", "HoldfastWeb", "HoldfastSystem", "HoldfastStatements", "HoldfastStore", "HoldfastLibC",
                "HoldfastFiles", "HoldfastTransport",
                "HoldfastTrust",
                "HoldfastCrypto", "HoldfastX509",
            ]),
        room("HoldfastWords", imports: ["HoldfastStatements", "HoldfastTrust"]),
        // Floor 5
        room(
            "HoldfastHTTPS",
            imports: [
                "HoldfastWeb", "HoldfastHTTP", "HoldfastFacts", "HoldfastTLS",
                "HoldfastStatements", "HoldfastStore", "HoldfastFiles", "HoldfastLibC",
                "HoldfastResolving", "HoldfastWebSocket",
                "HoldfastTransport", "HoldfastCredentials", "HoldfastAuthority", "HoldfastTrust", "HoldfastCrypto",
                "HoldfastX509",
            ]),
        room(
            "HoldfastTracing",
            imports: [
                "HoldfastHTTP", "HoldfastStatements", "HoldfastTLS", "HoldfastLibC", "HoldfastTransport",
                "HoldfastTrust", "HoldfastSystem", "HoldfastFiles",
                "HoldfastCrypto", "HoldfastX509", "HoldfastConnection", "HoldfastCredentials", "HoldfastWeb",
                "HoldfastFacts", "HoldfastEndpoint",
            ]),
        // Floor 6
        room(
            "HoldfastPins",
            imports: [
                "HoldfastWeb", "HoldfastHTTP", "HoldfastStatements",
                "HoldfastHTTPS", "HoldfastTransport", "HoldfastTrust", "HoldfastCrypto",
                "HoldfastX509",
                "HoldfastFiles", "HoldfastJSON", "HoldfastSystem",
            ]),
        room(
            "HoldfastPolicy",
            imports: [
                "HoldfastWeb", "HoldfastPins", "HoldfastStatements", "HoldfastWords", "HoldfastFiles", "HoldfastJSON",
                "HoldfastHTTPS",
                "HoldfastResolving", "HoldfastTransport", "HoldfastTrust", "HoldfastCrypto", "HoldfastX509",
            ]),
        room(
            "HoldfastTestBed",
            imports: [
                "HoldfastHTTP", "HoldfastStatements",
                "HoldfastFiles", "HoldfastJSON", "HoldfastAuthority", "HoldfastServing", "HoldfastCrypto",
                "HoldfastX509", "HoldfastSystem",
            ]),
        // Apple has the Security framework itself: there the names need nothing of this house.
        room(
            "HoldfastSecurity", imports: [.target(name: "HoldfastSecurityNames", condition: .when(platforms: [.linux]))]
        ),
        room(
            "HoldfastSecurityNames",
            imports: [
                "HoldfastWeb", "HoldfastFacts", "HoldfastFiles", "HoldfastLibC", "HoldfastHTTPS", "HoldfastResolving",
                "HoldfastCredentials",
                "HoldfastTrust", "HoldfastAuthority", "HoldfastCrypto",
                "HoldfastX509",
            ]),
        // Floor 7
        room(
            "HoldfastDiagnostics",
            imports: [
                "HoldfastWeb", "HoldfastStatements", "HoldfastWords", "HoldfastJSON", "HoldfastFacts", "HoldfastHTTPS",
                "HoldfastTracing", "HoldfastTLS", "HoldfastTransport", "HoldfastStore", "HoldfastFiles",
                "HoldfastSystem", "HoldfastTrust",
                "HoldfastAuthority", "HoldfastCrypto", "HoldfastX509",
            ]),
        room(
            "HoldfastLesson",
            imports: [
                "HoldfastHTTP", "HoldfastWeb", "HoldfastDiagnostics", "HoldfastPolicy", "HoldfastStatements",
                "HoldfastWords", "HoldfastTracing", "HoldfastSystem",
                "HoldfastTLS",
                "HoldfastServing", "HoldfastHTTPS", "HoldfastResolving", "HoldfastCredentials", "HoldfastTransport",
                "HoldfastTrust", "HoldfastAuthority", "HoldfastCrypto", "HoldfastX509",
            ]),
        room(
            "HoldfastGate",
            imports: [
                "HoldfastHTTP", "HoldfastWeb", "HoldfastEndpoint", "HoldfastTLS", "HoldfastFiles", "HoldfastLibC",
                "HoldfastStatements", "HoldfastDiagnostics", "HoldfastHTTPS", "HoldfastSystem",
                "HoldfastPolicy", "HoldfastTransport", "HoldfastTrust", "HoldfastAuthority",
                "HoldfastCrypto", "HoldfastX509", "HoldfastConnection", "CGlibcShims",
            ]),
        room(
            "HoldfastTrustStores",
            imports: [
                "HoldfastSystem",
                "HoldfastStatements", "HoldfastPins", "HoldfastTrust", "HoldfastCrypto", "HoldfastX509",
                "HoldfastFiles", "HoldfastLibC",
            ]),
        // Apple has URLSession itself.
        room(
            "HoldfastNetworking",
            imports: [.target(name: "HoldfastNetworkingNames", condition: .when(platforms: [.linux]))]),
        room(
            "HoldfastNetworkingNames",
            imports: [
                "HoldfastWeb", "HoldfastHTTP", "HoldfastStatements",
                "HoldfastPins", "HoldfastFiles", "HoldfastLibC", "HoldfastHTTPS", "HoldfastPolicy", "HoldfastResolving",
                "HoldfastSecurityNames", "HoldfastTransport",
                "HoldfastCredentials", "HoldfastTrust", "HoldfastAuthority", "HoldfastCrypto", "HoldfastX509",
            ]),
        room(
            "Holdfast",
            imports: [
                "HoldfastHTTP", "HoldfastWeb",
                "HoldfastPins", "HoldfastStatements", "HoldfastWords", "HoldfastFiles", "HoldfastJSON", "HoldfastTrust",
                "HoldfastHTTPS",
                "HoldfastPolicy", "HoldfastResolving", "HoldfastTransport", "HoldfastCredentials", "HoldfastAuthority",
                "HoldfastCrypto", "HoldfastX509",
            ]),
        // Floor 8
        .executableTarget(
            name: "HoldfastCommand",
            dependencies: [
                "HoldfastWeb", "HoldfastHTTP", "HoldfastGate", "HoldfastLesson", "HoldfastTrustStores",
                "HoldfastPins", "HoldfastStatements", "HoldfastSystem",
                "HoldfastFacts",
                "HoldfastFiles", "HoldfastJSON", "HoldfastLibC", "HoldfastDiagnostics", "HoldfastTestBed",
                "HoldfastHTTPS", "HoldfastCredentials",
                "HoldfastTracing", "HoldfastDelayLine",
                "HoldfastResolving", "HoldfastTransport", "HoldfastTrust", "HoldfastPolicy", "HoldfastAuthority",
                "HoldfastCrypto", "HoldfastX509",
            ],
            path: path("HoldfastCommand"), swiftSettings: settings),

        // The judge of conformance suites, and the chains that other verifiers are asked about: no product has them.
        .executableTarget(
            name: "holdfast-conformance",
            dependencies: [
                "HoldfastWeb", "ConformanceDifferential", "HoldfastFiles", "HoldfastResolving", "HoldfastTrust",
                "HoldfastAuthority",
                "HoldfastCrypto", "HoldfastX509", "HoldfastLibC",
            ],
            path: "Conformance/holdfast-conformance", swiftSettings: settings),
        .target(
            name: "ConformanceDifferential",
            dependencies: [
                "HoldfastSystem", "HoldfastFiles", "HoldfastTrust", "HoldfastAuthority", "HoldfastCrypto",
                "HoldfastX509", "HoldfastLibC",
            ],
            path: "Conformance/ConformanceDifferential", swiftSettings: settings),

        // What the guide of the Security framework's names shows, as programs write it.
        .executableTarget(
            name: "SecuritySamples",
            dependencies: [
                "HoldfastSecurity", "HoldfastCredentials", "HoldfastTestBed", "HoldfastAuthority", "HoldfastCrypto",
                "HoldfastX509",
            ],
            path: "Samples/SecuritySamples", swiftSettings: clientSettings),
        // What the guide of URLSession's names shows, in the language mode of most programs for iOS.
        .executableTarget(
            name: "NetworkingSamples",
            dependencies: [
                "HoldfastHTTP", "HoldfastNetworking", "HoldfastTestBed", "HoldfastServing", "HoldfastAuthority",
                "HoldfastCrypto",
                "HoldfastX509",
            ],
            path: "Samples/NetworkingSamples", swiftSettings: [.swiftLanguageMode(.v5)]),
        // The articles' code, as it stands and as it should be.
        .executableTarget(
            name: "ArticleSamples",
            dependencies: [
                "HoldfastHTTP", "HoldfastNetworking", "HoldfastServing", "HoldfastTrust", "HoldfastAuthority",
                "HoldfastCrypto",
                "HoldfastX509",
            ],
            path: "Samples/ArticleSamples", swiftSettings: [.swiftLanguageMode(.v5)]),

        // The program of Docs/service-client.md, as a package that depends on Holdfast compiles it.
        .executableTarget(name: "ServiceClient", dependencies: ["Holdfast"], path: "Samples/ServiceClient"),

        // What tests of every room need: no room of the house, so that a low room's tests wait for nothing above it.
        .target(name: "TestSupport", path: "Tests/7-House/TestSupport", swiftSettings: settings),
        // An authority with servers on loopback: apart from TestSupport, for the tests of rooms below these.
        .target(
            name: "LoopbackSupport",
            dependencies: [
                "HoldfastTestBed", "HoldfastServing", "HoldfastTrust", "HoldfastAuthority", "HoldfastCrypto",
                "HoldfastX509", "TestSupport",
            ],
            path: "Tests/7-House/LoopbackSupport", swiftSettings: settings),
        // The second opinions that tests ask for: openssl and curl, run as programs.
        .target(
            name: "PeerPrograms", dependencies: ["TestSupport", "CGlibcShims"], path: "Tests/7-House/PeerPrograms",
            swiftSettings: settings),
        tests(of: "HoldfastStatementsTests", imports: ["HoldfastStatements"]),
        tests(of: "HoldfastX509Tests", imports: ["HoldfastStatements", "HoldfastX509", "TestSupport"]),
        tests(of: "HoldfastHTTPTests", imports: ["HoldfastHTTP"]),
        tests(of: "HoldfastCryptoTests", imports: ["HoldfastCrypto", "HoldfastX509", "TestSupport", "PeerPrograms"]),
        tests(
            of: "HoldfastTrustTests",
            imports: [
                "HoldfastStatements", "HoldfastTrust", "HoldfastFacts", "HoldfastAuthority", "HoldfastCrypto",
                "HoldfastJSON", "HoldfastX509", "TestSupport",
            ]),
        tests(
            of: "HoldfastAuthorityTests",
            imports: ["HoldfastAuthority", "HoldfastCrypto", "HoldfastX509", "TestSupport", "PeerPrograms"]),
        tests(
            of: "HoldfastWebTests",
            imports: [
                "HoldfastCredentials", "HoldfastCrypto", "HoldfastFiles", "HoldfastHTTP", "HoldfastStatements",
                "HoldfastStore", "HoldfastTrust", "HoldfastWeb", "HoldfastX509", "TestSupport",
            ]),
        tests(
            of: "HoldfastConnectionTests",
            imports: ["HoldfastConnection", "HoldfastHTTP", "HoldfastX509", "TestSupport"]),
        tests(
            of: "HoldfastWebSocketTests",
            imports: ["HoldfastHTTP", "HoldfastStatements", "HoldfastWebSocket", "TestSupport"]),
        tests(
            of: "HoldfastTransportTests",
            imports: [
                "HoldfastWeb", "HoldfastHTTP", "HoldfastConnection", "HoldfastStatements", "HoldfastTLS",
                "HoldfastTransport", "HoldfastCredentials", "HoldfastTrust", "HoldfastServing", "HoldfastSystem",
                "HoldfastAuthority", "HoldfastFiles", "HoldfastLibC",
                "HoldfastCrypto",
                "HoldfastX509", "CHandshake", "COpenSSL", "COpenSSLShims", "TestSupport", "LoopbackSupport",
                "PeerPrograms",
            ]),
        tests(
            of: "HoldfastEndpointTests",
            imports: [
                "HoldfastEndpoint", "HoldfastTLS", "HoldfastAuthority", "HoldfastCrypto", "HoldfastX509", "COpenSSL",
            ]),
        tests(
            of: "HoldfastServingTests",
            imports: [
                "HoldfastHTTP", "HoldfastTLS", "HoldfastServing", "HoldfastAuthority", "HoldfastCrypto",
                "HoldfastX509", "TestSupport", "HoldfastSystem",
                "HoldfastWebSocket", "LoopbackSupport", "PeerPrograms",
            ]),
        tests(
            of: "HoldfastResolvingTests",
            imports: [
                "HoldfastStatements", "HoldfastStore", "HoldfastFiles", "HoldfastResolving",
                "HoldfastTransport",
                "HoldfastTrust",
                "HoldfastX509", "TestSupport", "PeerPrograms",
            ]),
        tests(
            of: "HoldfastHTTPSTests",
            imports: [
                "HoldfastWeb", "HoldfastHTTP", "HoldfastFacts", "HoldfastTLS",
                "HoldfastStatements", "HoldfastJSON", "HoldfastStore", "HoldfastFiles", "HoldfastHTTPS",
                "HoldfastResolving", "HoldfastWebSocket",
                "HoldfastTransport", "HoldfastCredentials", "HoldfastTrust",
                "HoldfastTestBed", "HoldfastAuthority", "HoldfastCrypto", "HoldfastX509", "TestSupport",
            ]),
        tests(
            of: "HoldfastTracingTests",
            imports: [
                "HoldfastSystem",
                "HoldfastStatements", "HoldfastFacts", "HoldfastTLS", "HoldfastTracing", "HoldfastTrust",
                "HoldfastTestBed",
                "HoldfastServing",
                "HoldfastAuthority", "HoldfastCrypto", "HoldfastX509", "TestSupport", "LoopbackSupport", "PeerPrograms",
            ]),
        tests(
            of: "HoldfastCredentialsTests",
            imports: [
                "HoldfastStatements",
                "HoldfastCredentials", "HoldfastTrust", "HoldfastAuthority", "HoldfastCrypto", "HoldfastFiles",
                "HoldfastX509", "HoldfastSystem", "TestSupport", "PeerPrograms",
            ]),
        tests(
            of: "HoldfastSecurityTests",
            imports: [
                "HoldfastSecurity", "HoldfastSecurityNames", "HoldfastHTTPS", "HoldfastCredentials", "HoldfastTrust",
                "HoldfastTestBed", "HoldfastAuthority", "HoldfastCrypto", "HoldfastX509", "TestSupport",
                "PeerPrograms",
            ], settings: clientSettings),
        tests(
            of: "HoldfastNetworkingTests",
            imports: [
                "HoldfastResolving", "HoldfastWeb", "HoldfastHTTP", "HoldfastStatements", "HoldfastPins",
                "HoldfastNetworking",
                "HoldfastNetworkingNames",
                "HoldfastSecurityNames",
                "HoldfastDiagnostics", "HoldfastHTTPS",
                "HoldfastPolicy", "HoldfastTransport", "HoldfastCredentials", "HoldfastTrust", "HoldfastTestBed",
                "HoldfastServing", "HoldfastWebSocket",
                "HoldfastAuthority", "HoldfastCrypto", "HoldfastX509", "TestSupport",
                "LoopbackSupport", "PeerPrograms",
            ], settings: clientSettings),
        tests(
            of: "SampleTests",
            imports: [
                "HoldfastHTTP", "SecuritySamples", "NetworkingSamples", "ArticleSamples", "ServiceClient", "Holdfast",
                "HoldfastGate",
                "HoldfastSecurity", "HoldfastCredentials", "HoldfastNetworking",
                "HoldfastTestBed", "HoldfastServing", "HoldfastAuthority", "HoldfastCrypto", "HoldfastX509",
                "TestSupport", "PeerPrograms",
            ], settings: clientSettings),
        tests(
            of: "HoldfastPolicyTests",
            imports: [
                "HoldfastResolving", "HoldfastWeb", "HoldfastHTTP", "HoldfastPins", "HoldfastStatements",
                "HoldfastWords", "HoldfastFiles",
                "HoldfastJSON",
                "HoldfastPolicy", "HoldfastHTTPS",
                "HoldfastTransport", "HoldfastTrust", "HoldfastTestBed",
                "HoldfastServing", "HoldfastAuthority", "HoldfastCrypto", "HoldfastX509", "TestSupport",
                "LoopbackSupport", "PeerPrograms",
            ]),
        tests(
            of: "HoldfastTestBedTests",
            imports: [
                "HoldfastResolving", "HoldfastWeb", "HoldfastTestBed", "HoldfastHTTPS", "HoldfastCredentials",
                "HoldfastTransport",
                "HoldfastTrust",
                "HoldfastAuthority", "HoldfastX509", "TestSupport", "PeerPrograms",
            ]),
        tests(
            of: "HoldfastDiagnosticsTests",
            imports: [
                "HoldfastFiles", "HoldfastStore",
                "HoldfastFacts", "HoldfastPins", "HoldfastStatements", "HoldfastWords", "HoldfastTLS",
                "HoldfastDiagnostics",
                "HoldfastTransport",
                "HoldfastPolicy", "HoldfastTracing", "HoldfastTrust", "HoldfastAuthority", "HoldfastCrypto",
                "HoldfastX509", "TestSupport", "LoopbackSupport",
            ]),
        tests(
            of: "HoldfastLessonTests",
            imports: [
                "HoldfastLesson", "HoldfastDiagnostics", "HoldfastStatements", "HoldfastWords", "HoldfastPolicy",
                "HoldfastTrust",
                "HoldfastCrypto", "HoldfastX509", "TestSupport",
            ]),
        tests(
            of: "HoldfastGateTests",
            imports: [
                "HoldfastResolving", "HoldfastHTTP", "HoldfastWeb", "HoldfastGate", "HoldfastTLS", "HoldfastPolicy",
                "HoldfastConnection",
                "HoldfastHTTPS", "HoldfastTransport", "HoldfastTrust", "HoldfastSystem",
                "HoldfastAuthority", "HoldfastServing", "HoldfastStatements", "HoldfastWords", "HoldfastX509",
                "LoopbackSupport", "TestSupport",
            ]),
        tests(
            of: "HoldfastTrustStoresTests",
            imports: [
                "HoldfastStatements", "HoldfastTrustStores", "HoldfastAuthority", "HoldfastCrypto", "HoldfastX509",
                "HoldfastFiles", "HoldfastLibC", "TestSupport", "PeerPrograms",
            ]),
        tests(of: "HoldfastTests", imports: ["Holdfast", "HoldfastTestBed", "TestSupport"]),
        // The built commands, run as a user runs them.
        tests(
            of: "CommandTests",
            imports: [
                "HoldfastHTTP", "HoldfastWeb", "HoldfastGate", "ArticleSamples", "HoldfastSystem",
                "HoldfastLesson", "HoldfastPins", "HoldfastStatements", "HoldfastFiles",
                "HoldfastJSON", "HoldfastTLS",
                "HoldfastCommand", "HoldfastDiagnostics", "HoldfastPolicy", "holdfast-conformance", "HoldfastTestBed",
                "HoldfastServing", "HoldfastCredentials", "HoldfastTracing", "HoldfastTransport", "HoldfastTrust",
                "HoldfastAuthority", "HoldfastCrypto", "HoldfastX509", "TestSupport", "LoopbackSupport",
                "PeerPrograms",
            ]),
        // Sessions against real servers on loopback: what may reach the wire, and what may not.
        tests(
            of: "EndToEndTests",
            imports: [
                "HoldfastWeb", "HoldfastHTTP", "HoldfastStatements", "HoldfastGate", "HoldfastSystem",
                "HoldfastPins", "HoldfastPolicy", "HoldfastHTTPS", "HoldfastResolving", "HoldfastCredentials",
                "HoldfastTransport", "HoldfastConnection", "HoldfastWebSocket",
                "HoldfastTrust", "HoldfastTestBed", "HoldfastServing", "HoldfastAuthority", "HoldfastCrypto",
                "HoldfastX509", "TestSupport", "LoopbackSupport", "PeerPrograms",
            ]),
        // What holds of any input: checked here of a small corpus, and by `make fuzz` of whatever comes.
        tests(
            of: "FuzzTests",
            imports: [
                "HoldfastWeb", "HoldfastHTTP", "HoldfastGate", "HoldfastConnection", "HoldfastWebSocket",
                "HoldfastPins", "HoldfastStatements", "HoldfastWords", "HoldfastFiles", "HoldfastJSON", "HoldfastTLS",
                "HoldfastPolicy",
                "HoldfastHTTPS", "HoldfastResolving", "HoldfastTransport", "HoldfastTracing",
                "HoldfastNetworkingNames", "HoldfastTrust", "HoldfastAuthority", "HoldfastCrypto", "HoldfastX509",
                "CHandshake", "COpenSSL", "TestSupport",
            ]),
        // Other people's servers; run where HOLDFAST_PEERS is set.
        tests(
            of: "PeerTests",
            imports: [
                "HoldfastWeb", "HoldfastHTTP", "ConformanceDifferential",
                "HoldfastGate", "HoldfastPins", "HoldfastTLS", "HoldfastPolicy", "HoldfastHTTPS", "HoldfastResolving",
                "HoldfastCredentials", "HoldfastTransport", "HoldfastWebSocket",
                "HoldfastTrust", "HoldfastAuthority", "HoldfastCrypto", "HoldfastX509", "HoldfastTracing",
                "HoldfastServing", "HoldfastDiagnostics", "HoldfastTestBed", "TestSupport", "LoopbackSupport",
                "PeerPrograms", "HoldfastDelayLine",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

#if os(Linux)
    // For source code that says `import Security` or `import CommonCrypto`. Where Apple's own are, a second one would
    // only be in their way.
    package.products += [
        .library(name: "Security", targets: ["Security"]),
        .library(name: "CommonCrypto", targets: ["CommonCrypto"]),
    ]
    package.targets += [
        room("Security", imports: ["HoldfastSecurity"]),
        room("CommonCrypto", imports: ["HoldfastSecurity"]),
        tests(of: "SecurityModuleTests", imports: ["Security", "CommonCrypto"], settings: clientSettings),
    ]
#endif
