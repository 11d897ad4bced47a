// Fields of a structure, read by name and type. An error from inside a field carries the field's name in its path.
extension DERReader {
    // MARK: One value

    /// Reads a field of this type: `signature AlgorithmIdentifier`.
    @inline(__always)
    package mutating func value<Value: DERCodable>(
        _ field: StaticString, as type: Value.Type
    ) throws(DERError) -> Value {
        do throws(DERError) {
            return try Value(from: &self)
        } catch {
            throw error.inside(field)
        }
    }

    /// Reads a field of a primitive type: `extnValue OCTET STRING`.
    @inline(__always)
    package mutating func value<Primitive: DERPrimitive>(
        _ field: StaticString, as type: Primitive.Type
    ) throws(DERError) -> Primitive.Value {
        do throws(DERError) {
            return try Primitive.read(&self, as: Primitive.ownTag)
        } catch {
            throw error.inside(field)
        }
    }

    /// Reads a field that begins with another tag than its type's own: an alternative of a CHOICE, mostly.
    @inline(__always)
    package mutating func value<Value: DERTaggable>(
        _ field: StaticString, tag: DERTag, as type: Value.Type
    ) throws(DERError) -> Value {
        do throws(DERError) {
            return try Value(from: &self, as: tag)
        } catch {
            throw error.inside(field)
        }
    }

    /// Reads a field inside an EXPLICIT tag: `directoryName [4] Name`, since a CHOICE cannot be tagged implicitly.
    @inline(__always)
    package mutating func value<Value: DERCodable>(
        _ field: StaticString, explicit number: UInt32, as type: Value.Type
    ) throws(DERError) -> Value {
        do throws(DERError) {
            let outside = try enter(.context(number, constructed: true))
            let value = try Value(from: &self)
            try leave(outside)
            return value
        } catch {
            throw error.inside(field)
        }
    }

    /// Reads a primitive field inside an EXPLICIT tag.
    @inline(__always)
    package mutating func value<Primitive: DERPrimitive>(
        _ field: StaticString, explicit number: UInt32, as type: Primitive.Type
    ) throws(DERError) -> Primitive.Value {
        do throws(DERError) {
            let outside = try enter(.context(number, constructed: true))
            let value = try Primitive.read(&self, as: Primitive.ownTag)
            try leave(outside)
            return value
        } catch {
            throw error.inside(field)
        }
    }

    /// Reads a field of type ANY, and makes sure that it is DER down to its last level.
    package mutating func any(_ field: StaticString) throws(DERError) -> DERElement {
        do throws(DERError) {
            return try readAny()
        } catch {
            throw error.inside(field)
        }
    }

    /// Reads the value that stands inside a primitive element read before, as in an OCTET STRING.
    ///
    /// - Parameter contents: where the content of that element is in this reader's input.
    @inline(__always)
    package mutating func value<Value: DERCodable>(
        _ field: StaticString, inside contents: Range<Int>, as type: Value.Type
    ) throws(DERError) -> Value {
        do throws(DERError) {
            let outside = try enter(contents, of: contents.lowerBound)
            let value = try Value(from: &self)
            try leave(outside)
            return value
        } catch {
            throw error.inside(field)
        }
    }

    // MARK: One value or none

    /// Reads a field if the next element is of its type: `critical BOOLEAN DEFAULT FALSE`.
    @inline(__always)
    package mutating func optional<Primitive: DERPrimitive>(
        _ field: StaticString, as type: Primitive.Type
    ) throws(DERError) -> Primitive.Value? {
        nextIs(Primitive.ownTag) ? try value(field, as: type) : nil
    }

    /// Reads a field under an IMPLICIT tag if it is there: `issuerUniqueID [1] IMPLICIT UniqueIdentifier OPTIONAL`.
    @inline(__always)
    package mutating func optional<Value: DERTaggable>(
        _ field: StaticString, implicit number: UInt32, as type: Value.Type
    ) throws(DERError) -> Value? {
        let tag = DERTag.context(number, constructed: Value.ownTag.isConstructed)
        return nextIs(tag) ? try value(field, tag: tag, as: type) : nil
    }

    /// Reads a primitive field under an IMPLICIT tag if it is there: `minimum [0] BaseDistance DEFAULT 0`.
    @inline(__always)
    package mutating func optional<Primitive: DERPrimitive>(
        _ field: StaticString, implicit number: UInt32, as type: Primitive.Type
    ) throws(DERError) -> Primitive.Value? {
        let tag = DERTag.context(number)
        guard nextIs(tag) else { return nil }
        do throws(DERError) {
            return try Primitive.read(&self, as: tag)
        } catch {
            throw error.inside(field)
        }
    }

    /// Reads a field inside an EXPLICIT tag if it is there: `version [0] EXPLICIT Version DEFAULT v1`.
    @inline(__always)
    package mutating func optional<Value: DERCodable>(
        _ field: StaticString, explicit number: UInt32, as type: Value.Type
    ) throws(DERError) -> Value? {
        nextIs(.context(number, constructed: true)) ? try value(field, explicit: number, as: type) : nil
    }

    /// Reads a primitive field inside an EXPLICIT tag if it is there: `saltLength [2] EXPLICIT INTEGER DEFAULT 20`.
    @inline(__always)
    package mutating func optional<Primitive: DERPrimitive>(
        _ field: StaticString, explicit number: UInt32, as type: Primitive.Type
    ) throws(DERError) -> Primitive.Value? {
        nextIs(.context(number, constructed: true)) ? try value(field, explicit: number, as: type) : nil
    }

    // MARK: Lists

    /// Reads a SEQUENCE OF, or what is tagged in its place; an empty one is read as such. Errors carry the index.
    package mutating func values<Value: DERCodable>(
        of type: Value.Type, as tag: DERTag = .sequence
    ) throws(DERError) -> [Value] {
        let outside = try enter(tag)
        var values: [Value] = []
        while !isAtEnd {
            do throws(DERError) {
                values.append(try Value(from: &self))
            } catch {
                throw error.inside(index: values.count)
            }
        }
        try leave(outside)
        return values
    }

    /// Reads a field that is a list: `policyQualifiers SEQUENCE OF PolicyQualifierInfo`.
    package mutating func values<Value: DERCodable>(
        _ field: StaticString, of type: Value.Type
    ) throws(DERError) -> [Value] {
        do throws(DERError) {
            return try values(of: type)
        } catch {
            throw error.inside(field)
        }
    }

    /// Reads a list under an IMPLICIT tag if it is there: `permittedSubtrees [0] GeneralSubtrees OPTIONAL`.
    package mutating func optionalValues<Value: DERCodable>(
        _ field: StaticString, implicit number: UInt32, of type: Value.Type
    ) throws(DERError) -> [Value]? {
        let tag = DERTag.context(number, constructed: true)
        guard nextIs(tag) else { return nil }
        do throws(DERError) {
            return try values(of: type, as: tag)
        } catch {
            throw error.inside(field)
        }
    }

    /// Reads a list inside an EXPLICIT tag if it is there: `singleExtensions [1] EXPLICIT Extensions OPTIONAL`.
    package mutating func optionalValues<Value: DERCodable>(
        _ field: StaticString, explicit number: UInt32, of type: Value.Type
    ) throws(DERError) -> [Value]? {
        let tag = DERTag.context(number, constructed: true)
        guard nextIs(tag) else { return nil }
        do throws(DERError) {
            let outside = try enter(tag)
            let values = try values(of: type)
            try leave(outside)
            return values
        } catch {
            throw error.inside(field)
        }
    }
}
