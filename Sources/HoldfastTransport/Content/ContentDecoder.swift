import CContentCodings

/// Undoes the codings of one body, piece by piece as it comes.
final class ContentDecoder {
    enum Outcome {
        /// The piece was taken, and what it holds handed on.
        case taken
        /// A refusal of the bytes by whoever takes them.
        case refused
        /// The body is not in its codings, or these are too many.
        case malformed
    }

    /// Bytes that are made at a time.
    private static let pieceLength = 16 << 10

    /// The one owner of a decoder of the C library's.
    @safe private final class Stage {
        private let pointer: OpaquePointer

        init?(_ coding: ContentCoding) {
            guard let pointer = unsafe contentcoding_decoder_create(coding.inC) else { return nil }
            unsafe self.pointer = unsafe pointer
        }

        deinit { unsafe contentcoding_decoder_destroy(pointer) }

        /// Decodes some of the input.
        ///
        /// - Returns: how many bytes were taken and made; nil for what is none of the coding.
        func decode(
            _ input: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
        ) -> (taken: Int, made: Int)? {
            var (taken, made) = (input.count, room.count)
            let bytes = unsafe input.baseAddress?.assumingMemoryBound(to: UInt8.self)
            let start = unsafe room.baseAddress?.assumingMemoryBound(to: UInt8.self)
            guard unsafe contentcoding_decode(pointer, bytes, &taken, start, &made) != 0 else { return nil }
            return (taken, made)
        }
    }

    /// In the order in which the codings are undone; nil where one cannot be.
    private let stages: [Stage]?

    /// Makes a decoder.
    ///
    /// - Parameter codings: as they were applied.
    init(_ codings: [ContentCoding]) {
        let stages = codings.prefix(ContentCoding.limit).reversed().compactMap { Stage($0) }
        self.stages = stages.count == codings.count ? stages : nil
    }

    /// Takes the next piece of the body as it was sent.
    ///
    /// - Parameter take: is handed what was in it, in several pieces or none; false ends it.
    func decode(
        _ piece: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Bool
    ) -> Outcome {
        guard let stages else { return .malformed }
        return unsafe decode(piece, stages[...], take)
    }

    private func decode(
        _ piece: UnsafeRawBufferPointer, _ stages: ArraySlice<Stage>, _ take: (UnsafeRawBufferPointer) -> Bool
    ) -> Outcome {
        guard let stage = stages.first else { return unsafe take(piece) ? .taken : .refused }
        return unsafe withUnsafeTemporaryAllocation(byteCount: Self.pieceLength, alignment: 1) { room in
            var rest = unsafe piece
            while true {
                guard let (taken, made) = unsafe stage.decode(rest, into: room) else { return .malformed }
                unsafe rest = UnsafeRawBufferPointer(rebasing: rest[min(taken, rest.count)...])
                if made > 0 {
                    let outcome = unsafe decode(
                        UnsafeRawBufferPointer(rebasing: room[..<made]), stages.dropFirst(), take)
                    guard case .taken = outcome else { return outcome }
                }
                // A full room may have more behind it, although nothing is left to be taken.
                let isEmpty = unsafe rest.isEmpty
                if isEmpty, made < room.count { return .taken }
                // What nobody takes would be waited for without end.
                if made == 0, taken == 0 { return .malformed }
            }
        }
    }
}
