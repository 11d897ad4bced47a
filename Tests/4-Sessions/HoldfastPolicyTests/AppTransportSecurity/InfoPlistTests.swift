import Foundation
import HoldfastPins
import TestSupport
import Testing

@Suite("NSAppTransportSecurity of an Info.plist")
struct InfoPlistTests {
    private func xml(_ inner: String) -> Data {
        Data(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict><key>CFBundleName</key><string>x</string>\(inner)</dict></plist>
            """.utf8)
    }

    private func settings(_ inner: String) -> Data { xml("<key>NSAppTransportSecurity</key><dict>\(inner)</dict>") }

    private func problem(_ data: Data) -> AppTransportSecurityError? {
        do throws(AppTransportSecurityError) {
            _ = try AppTransportSecurity(infoPlist: data)
            return nil
        } catch { return error }
    }

    private let full = """
        <key>NSAllowsArbitraryLoads</key><true/><key>NSAllowsLocalNetworking</key><false/>
        <key>NSAllowsArbitraryLoadsForMedia</key><true/><key>NSPinnedDomains</key><dict/>
        <key>NSExceptionDomains</key><dict><key>example.com</key><dict>
        <key>NSIncludesSubdomains</key><true/><key>NSExceptionAllowsInsecureHTTPLoads</key><true/>
        <key>NSExceptionMinimumTLSVersion</key><string>TLSv1.3</string>
        <key>NSExceptionRequiresForwardSecrecy</key><false/><key>NSRequiresCertificateTransparency</key><true/>
        </dict><key>bare.org</key><dict/></dict>
        """

    @Test("everything that is there, XML and binary")
    func everything() throws {
        let data = settings(full)
        let value = try unsafe PropertyListSerialization.propertyList(from: data, format: nil)
        let binary = try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
        for data in [data, binary] {
            let rules = try AppTransportSecurity(infoPlist: data)
            #expect(rules.allowsArbitraryLoads && rules.ignoresArbitraryLoads)
            #expect(rules.allowsLocalNetworking == false && rules.allowsArbitraryLoadsForMedia == true)
            #expect(rules.allowsArbitraryLoadsInWebContent == nil)
            let exception = try #require(rules.exceptionDomains["example.com"])
            #expect(exception.includesSubdomains && exception.allowsInsecureHTTPLoads)
            #expect(exception.minimumTLSVersion == "TLSv1.3" && !exception.requiresForwardSecrecy)
            #expect(exception.requiresCertificateTransparency)
            #expect(rules.exceptionDomains["bare.org"] == .init())
        }
    }

    @Test("nothing there: Apple's defaults")
    func nothing() throws {
        #expect(try AppTransportSecurity(infoPlist: xml("")) == AppTransportSecurity())
        #expect(try AppTransportSecurity(infoPlist: settings("")) == AppTransportSecurity())
    }

    @Test("a value of another type is an error that names its key")
    func types() {
        let flag = "NSAppTransportSecurity > NSAllowsArbitraryLoads"
        for value in ["<integer>1</integer>", "<real>1</real>", "<string>YES</string>", "<array/>", "<dict/>"] {
            let found = problem(settings("<key>NSAllowsArbitraryLoads</key>\(value)"))
            #expect(found?.reason == .wrongType(expected: "Boolean"), "\(value)")
            #expect(found?.keyPath.joined(separator: " > ") == flag)
        }
        let domain = { (value: String) in "<key>NSExceptionDomains</key><dict><key>a.b</key>\(value)</dict>" }
        #expect(problem(settings(domain("<true/>")))?.reason == .wrongType(expected: "dictionary"))
        let version = problem(settings(domain("<dict><key>NSExceptionMinimumTLSVersion</key><real>1.2</real></dict>")))
        #expect(
            version?.description
                == "Info.plist: NSAppTransportSecurity > NSExceptionDomains > a.b > NSExceptionMinimumTLSVersion: "
                + "it is no string")
        #expect(problem(xml("<key>NSAppTransportSecurity</key><true/>"))?.reason == .wrongType(expected: "dictionary"))
        #expect(problem(settings("<key>NSExceptionDomains</key><array/>")) != nil)
        #expect(problem(Data("<plist version=\"1.0\"><array/></plist>".utf8)) != nil)
    }

    @Test("what is no property list, cut, or too large, is an error")
    func damage() throws {
        let data = settings(full)
        for length in stride(from: 0, to: data.count - 8, by: 7) { #expect(problem(data.prefix(length)) != nil) }
        #expect(problem(Data("{ NSAppTransportSecurity = { NSAllowsArbitraryLoads = 1; }; }".utf8)) != nil)
        #expect(problem(xml("<!-- \(String(repeating: "x", count: 1 << 20)) -->")) != nil)
        let many = (0...10_000).map { "<key>a\($0).b</key><dict/>" }.joined()
        #expect(
            problem(settings("<key>NSExceptionDomains</key><dict>\(many)</dict>"))?.reason == .tooMany(limit: 10_000))
    }

    /// Arrays of two references each to the next one: 26 make 2^26 values.
    private func doubling(_ count: UInt8) -> Data {
        var data = Data("bplist00".utf8)
        for index in 1..<count { data.append(contentsOf: [0xA2, index, index]) }
        data.append(0xA0)
        let table = data.count
        for index in 0..<count { data.append(8 + index * 3) }
        data.append(contentsOf: [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, count])
        data.append(contentsOf: [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, UInt8(table)])
        return data
    }

    @Test("a binary list that grows when it is read is refused before that; so are circles, and every damage")
    func growth() throws {
        #expect(problem(doubling(60)) != nil)
        #expect(problem(doubling(3))?.reason == .wrongType(expected: "dictionary"))
        var circle = doubling(3)
        circle[12] = 0
        #expect(problem(circle) != nil)
        let whole = doubling(9)
        for index in whole.indices {
            for bit in 0..<8 {
                var damaged = whole
                damaged[index] ^= 1 << UInt8(bit)
                #expect(problem(damaged) != nil)
            }
        }
    }

    /// A binary list of these objects, in fewer than 256 octets; the first is its value.
    private func list(_ objects: [[UInt8]]) -> Data {
        var data = Data("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets.append(UInt8(data.count))
            data.append(contentsOf: object)
        }
        let table = UInt8(data.count)
        data.append(contentsOf: offsets)
        data.append(contentsOf: [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, UInt8(objects.count)])
        data.append(contentsOf: [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, table])
        return data
    }

    /// Two chains of arrays in an array, of which the second ends in the first: what that holds stands deeper there.
    private func chained(_ first: UInt8, _ second: UInt8) -> Data {
        var objects: [[UInt8]] = [[0xA2, 1, first + 1]]
        for number in 1..<first { objects.append([0xA1, number + 1]) }
        objects.append([0xA0])
        for number in first + 1..<first + second { objects.append([0xA1, number + 1]) }
        objects.append([0xA1, 1])
        return list(objects)
    }

    @Test("a binary list is as deep as what it shares stands anywhere in it")
    func sharedDepth() {
        #expect(problem(chained(30, 30))?.reason == .wrongType(expected: "dictionary"))
        let tooDeep = problem(chained(40, 40))?.reason
        #expect(tooDeep == problem(Data("bplist00".utf8))?.reason, "\(String(describing: tooDeep))")
    }

    @Test("a binary list whose texts or data share octets is refused: a few bytes could ask for gigabytes")
    func sharedOctets() {
        let damaged = problem(Data("bplist00".utf8))?.reason
        // Each begins with a head, which is the content of the one before it too.
        for (kind, width) in [(0x4F, 1), (0x5F, 1), (0x6F, 2)] as [(UInt8, UInt8)] {
            let heads = (UInt8(0)..<8).map { number -> [UInt8] in [kind, 0x10, (24 - 3 * number) / width] }
            let objects: [[UInt8]] = [[0xA8, 1, 2, 3, 4, 5, 6, 7, 8]] + heads
            #expect(problem(list(objects))?.reason == damaged, "\(kind)")
            let apart: [[UInt8]] = [[0xA1, 1], heads[0] + Array(repeating: 0x61, count: 24)]
            #expect(problem(list(apart))?.reason == .wrongType(expected: "dictionary"), "\(kind)")
        }
    }

    /// CFBinaryPList.c makes sets (0xC) and references of archives (0x8) too, which no property list has; Foundation's
    /// bridging of a set of dictionaries ended the process.
    @Test("a binary list of what is in no property list is refused before Foundation reads it")
    func foreignObjects() {
        let key: [UInt8] = [0x51, 0x61]
        let damaged = Set([problem(list([[0xA1, 1], [0x0F]]))?.reason])
        for objects in [
            [[0xD1, 1, 2], key, [0xC1, 3], [0xD1, 1, 4], [0x09]], [[0xD1, 1, 2], key, [0xB1, 1]],
            [[0xD1, 1, 2], key, [0x80, 1]], [[0xD1, 1, 2], key, [0x00]], [[0xD1, 1, 2], [0x10, 1], [0x09]],
            [[0xD1, 1, 2], [0xD0], [0x09]], [[0xC1, 1], key], [[0xD1, 1, 2], key, [0xE0]],
        ] as [[[UInt8]]] {
            #expect(damaged.contains(problem(list(objects))?.reason), "\(objects)")
        }
        // With a key that is a text the same shape is a list.
        #expect(problem(list([[0xD1, 1, 2], key, [0x09]])) == nil)
    }

    @Test("files: what cannot be read is an error that names the file")
    func files() throws {
        for path in ["/nonexistent/Info.plist", "/", "/dev/zero"] {
            do throws(AppTransportSecurityError) {
                _ = try AppTransportSecurity(infoPlistAt: path)
                Issue.record("\(path) was read")
            } catch { #expect(error.file == path) }
        }
        let folder = try TemporaryFolder()
        let path = try folder.write(settings(full), to: "Info.plist")
        #expect(try AppTransportSecurity(infoPlistAt: path).exceptionDomains.count == 2)
    }
}
