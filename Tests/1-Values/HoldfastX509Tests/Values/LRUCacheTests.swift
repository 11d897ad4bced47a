import TestSupport
import Testing

@testable import HoldfastX509

/// Against the plainest table there is: an array in order of use.
struct LRUCacheTests {
    @Test(arguments: [1, 2, 3, 7, 64])
    func asAnArrayWouldDoIt(capacity: Int) {
        var random = SeededGenerator(UInt64(capacity))
        var table = LRUCache<Int, Int>(capacity: capacity)
        var model: [(key: Int, value: Int)] = []
        for step in 0..<5_000 {
            let key = Int.random(in: 0..<(capacity * 2 + 1), using: &random)
            let place = model.firstIndex { $0.key == key }
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<9:
                let evicted = table.set(step, for: key)
                if let place { model.remove(at: place) }
                let expected = place == nil && model.count == capacity ? model.removeFirst() : nil
                #expect(evicted?.key == expected?.key)
                #expect(evicted?.value == expected?.value)
                model.append((key, step))
            case 9..<14:
                #expect(table.value(for: key) == place.map { model[$0].value })
                if let place { model.append(model.remove(at: place)) }
            case 14..<17: #expect(table[key] == place.map { model[$0].value })
            case 17..<19:
                #expect(table.remove(key) == place.map { model[$0].value })
                if let place { model.remove(at: place) }
            default:
                table.mapInPlace { key, value in key % 3 == 0 ? nil : value + 1 }
                model = model.filter { $0.key % 3 != 0 }.map { ($0.key, $0.value + 1) }
            }
            #expect(table.count == model.count)
            #expect(table.count <= capacity)
        }
        #expect(table.keys == model.map(\.key))
        table.removeAll()
        #expect(table.keys.isEmpty)
    }
}
