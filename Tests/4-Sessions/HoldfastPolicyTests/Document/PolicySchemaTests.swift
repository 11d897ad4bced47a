import Foundation
import HoldfastJSON
import HoldfastPins
import HoldfastTransport
import HoldfastTrust
import Testing

@testable import HoldfastPolicy

@Suite("The published schema says what the reader reads")
struct PolicySchemaTests {
    private let root: [String: JSONValue]

    init() throws {
        let data = try Data(contentsOf: PolicyCase.folder.appending(path: "Docs/policy.schema.json"))
        root = try #require(try JSONValue(Array(data)).object)
    }

    private func definition(_ name: String) throws -> [String: JSONValue] {
        let definitions = try #require(root["$defs"]?.object)
        return try #require(definitions[name]?.object)
    }

    private func names(_ object: [String: JSONValue]) -> Set<String> {
        Set((object["properties"]?.object ?? [:]).keys)
    }

    private func words(_ object: [String: JSONValue], _ name: String) -> [String] {
        object["properties"]?.object?[name]?.object?["enum"]?.array?.compactMap(\.text) ?? []
    }

    @Test("each member, and no other")
    func members() throws {
        func raw<Name: RawRepresentable<String> & CaseIterable>(_: Name.Type) -> Set<String> {
            Set(Name.allCases.map(\.rawValue) + ["comment"])
        }
        #expect(names(root) == raw(PolicyNames.Document.self))
        #expect(names(try definition("host")) == raw(PolicyNames.Host.self))
        #expect(names(try definition("pins")) == raw(PinsCodec.Name.self))
        #expect(names(try definition("anchors")) == raw(PolicyNames.Anchors.self))
        #expect(names(try definition("transparency")) == raw(PolicyNames.Transparency.self))
        #expect(names(try definition("dangerousDebug")) == raw(PolicyNames.Debug.self))
        #expect(names(try definition("updates")) == raw(PolicyNames.Updates.self))
        #expect(names(try definition("appTransportSecurity")) == raw(PolicyNames.TransportSecurity.self))
        let pin = try definition("labelledPin")
        #expect(names(pin) == Set(PinsCodec.PinName.allCases.map(\.rawValue)))
        #expect(pin["required"]?.array?.map(\.text) == ["pin"])
        let closed = [
            "host", "pins", "labelledPin", "appTransportSecurity", "anchors", "transparency", "dangerousDebug",
            "updates",
        ]
        for object in [root] + (try closed.map(definition)) {
            #expect(object["additionalProperties"]?.bool == false)
        }
    }

    @Test("each word")
    func vocabulary() throws {
        let host = try definition("host")
        #expect(words(host, "profile") == StandardProfile.allCases.map(\.rawValue))
        #expect(words(host, "revocation") == RevocationChecking.allCases.map(\.rawValue))
        let transparency = host["properties"]?.object?["transparency"]?.object?["oneOf"]?.array
        #expect(transparency?.first?.object?["const"]?.text == PolicyReading.transparencyOff)
        #expect(
            words(try definition("transparency"), "policy") == PolicyNames.Programme.allCases.map(\.rawValue))
        #expect(words(try definition("transparency"), "anchors") == PolicyNames.Scope.allCases.map(\.rawValue))
        #expect(words(host, "minimumTLS") == PolicyNames.TLSVersion.allCases.map(\.rawValue))
        let security = host["properties"]?.object?["appTransportSecurity"]?.object?["oneOf"]?.array?.first?.object
        #expect(
            security?["enum"]?.array?.compactMap(\.text) == PolicyNames.TransportSecurityWord.allCases.map(\.rawValue))
        #expect(
            words(try definition("appTransportSecurity"), "niapPackage")
                == AppTransportSecurity.NIAPTLSPackage.allCases.map(\.rawValue))
        let pins = try definition("pins")
        #expect(words(pins, "enforcement") == PinSet.Enforcement.allCases.map(\.rawValue))
        #expect(words(pins, "afterExpiry") == PinExpiry.Mode.allCases.map(\.rawValue))
        #expect(root["properties"]?.object?["schema"]?.object?["const"]?.text == PolicyDocument.schema)
    }

    @Test("each number")
    func bounds() throws {
        func number(_ object: [String: JSONValue]?, _ name: String) -> Int? { object?[name]?.integer }
        let anchors = try definition("anchors")["properties"]?.object
        #expect(number(anchors?["files"]?.object, "maxItems") == AnchorSource.maximumFiles)
        #expect(number(anchors?["certificates"]?.object, "maxItems") == AnchorSource.maximumCertificates)
        #expect(number(try definition("pinList"), "maxItems") == PinSet.maximumPins)
        #expect(number(root["properties"]?.object?["hosts"]?.object, "maxProperties") == PolicyDocument.maximumPatterns)
        let pin = try definition("labelledPin")["properties"]?.object
        #expect(number(pin?["label"]?.object, "maxLength") == PinLabel.maximumLength)
        let host = try definition("host")["properties"]?.object
        #expect(number(host?["reportURIs"]?.object, "maxItems") == PolicyReading.maximumReportURIs)
        #expect(number(host?["supportedGroups"]?.object, "maxItems") == SupportedGroups.maximumCount)
        let keys = try definition("updates")["properties"]?.object?["keys"]?.object
        #expect(
            number(keys, "minItems") == UpdateSettings.keyCount && number(keys, "maxItems") == UpdateSettings.keyCount)
    }
}
