import CContentCodings

/// Undoes the codings of one body, as it comes, and no further than is asked for: some kilobytes may be hundreds of
/// megabytes.
final class ContentDecoder {
    enum Outcome {
        /// Bytes were made, and handed on; there may be more.
        case made
        /// Nothing more is in what has come.
        case needsMore
        /// A refusal of the bytes by whoever takes them.
        case refused
        /// The body is not in its codings, or these are too many.
        case malformed
    }

    /// Bytes that are made at a time.
    private static let pieceLength = 16 << 10
    /// Bytes that codings under the last one may make of what the last one makes nothing of: a megabyte, and ten times
    /// as many as the body has. A body is longer than what it was coded to, but for some octets; what is much longer
    /// would keep the thread, however little came (a member of gzip may have a name without end, RFC 1952 §2.3.1).
    private static let mostBetween = (bytes: 1 << 20, timesBody: 10)

    /// The one owner of a decoder of the C library's.
    @safe private final class Stage {
        private let pointer: OpaquePointer
        private var input: [UInt8] = []
        /// The number of octets of ``input`` that were taken.
        private var taken = 0
        /// Whether the room was full the last time, so that more may be there without more input.
        private var wasFull = false

        init?(_ coding: ContentCoding) {
            guard let pointer = unsafe contentcoding_decoder_create(coding.inC) else { return nil }
            unsafe self.pointer = unsafe pointer
        }

        deinit { unsafe contentcoding_decoder_destroy(pointer) }

        func add(_ bytes: UnsafeRawBufferPointer) {
            if taken == input.count {
                input.removeAll(keepingCapacity: true)
                taken = 0
            }
            unsafe input.append(contentsOf: bytes)
        }

        /// Decodes some of the input that was added.
        ///
        /// - Returns: how many bytes were made: none where all is taken; nil for what is none of the coding.
        func decode(into room: UnsafeMutableRawBufferPointer) -> Int? {
            while taken < input.count || wasFull {
                var (count, made) = (input.count - taken, room.count)
                let start = unsafe room.baseAddress?.assumingMemoryBound(to: UInt8.self)
                let isOfCoding = unsafe input.withUnsafeBytes { octets in
                    let rest = unsafe UnsafeRawBufferPointer(rebasing: octets[taken...])
                    let bytes = unsafe rest.baseAddress?.assumingMemoryBound(to: UInt8.self)
                    return unsafe contentcoding_decode(pointer, bytes, &count, start, &made) != 0
                }
                guard isOfCoding else { return nil }
                taken = min(taken + count, input.count)
                wasFull = made == room.count
                if made > 0 { return made }
                // What nobody takes would be waited for without end.
                if count == 0, taken < input.count { return nil }
            }
            return 0
        }
    }

    /// In the order in which the codings are undone; nil where one cannot be.
    private let stages: [Stage]?
    /// Bytes that were made for the next coding, and of the body.
    private var (between, whole) = (0, 0)

    /// Makes a decoder.
    ///
    /// - Parameter codings: as they were applied.
    init(_ codings: [ContentCoding]) {
        let stages = codings.prefix(ContentCoding.limit).reversed().compactMap { Stage($0) }
        self.stages = stages.count == codings.count ? stages : nil
    }

    /// Adds the next piece of the body as it was sent.
    func add(_ piece: UnsafeRawBufferPointer) {
        if let stage = stages?.first { unsafe stage.add(piece) }
    }

    /// Makes some of the body out of what was added.
    ///
    /// - Parameter take: is handed what was made, if anything was; false ends it.
    func next(_ take: (UnsafeRawBufferPointer) -> Bool) -> Outcome {
        guard let stages else { return .malformed }
        return unsafe withUnsafeTemporaryAllocation(byteCount: Self.pieceLength, alignment: 1) { room in
            guard let made = unsafe make(by: stages[...], into: room) else { return .malformed }
            guard made > 0 else { return .needsMore }
            whole += made
            return unsafe take(UnsafeRawBufferPointer(rebasing: room[..<made])) ? .made : .refused
        }
    }

    /// Has the last of some stages make bytes, of what those before it make.
    ///
    /// - Returns: how many; none where more has to come first, and nil for what is none of its coding.
    private func make(by stages: ArraySlice<Stage>, into room: UnsafeMutableRawBufferPointer) -> Int? {
        guard let stage = stages.last else { return 0 }
        while true {
            guard let made = unsafe stage.decode(into: room) else { return nil }
            guard made == 0, stages.count > 1 else { return made }
            let added = unsafe withUnsafeTemporaryAllocation(byteCount: Self.pieceLength, alignment: 1) {
                input -> Int? in
                guard let count = unsafe make(by: stages.dropLast(), into: input) else { return nil }
                unsafe stage.add(UnsafeRawBufferPointer(rebasing: input[..<count]))
                between += count
                return between <= Self.mostBetween.bytes + Self.mostBetween.timesBody * whole ? count : nil
            }
            guard added ?? 0 > 0 else { return added }
        }
    }
}
