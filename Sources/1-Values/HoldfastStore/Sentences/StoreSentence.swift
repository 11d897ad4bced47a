import HoldfastFiles
package import HoldfastStatements

/// Sentences about database files that are not what this library has written, and about SQLite.
package enum StoreSentence: Sentence {
    case otherProgram
    case noVersion
    case otherTables
    case damagedPages
    case noUnixVFS
    case noMemory

    package static let topic = "store"

    package var words: LocalizedText {
        switch self {
        case .otherProgram: LocalizedText("it is another program's database", "它是另一个程序的数据库")
        case .noVersion: LocalizedText("it has no version", "它没有版本号")
        case .otherTables: LocalizedText("its tables are other ones", "其中的表不是原有的表")
        case .damagedPages: LocalizedText("its pages are damaged", "其页面已损坏")
        case .noUnixVFS: LocalizedText("SQLite has no unix VFS", "SQLite 没有 unix VFS")
        case .noMemory: LocalizedText("out of memory", "内存不足")
        }
    }
}

extension StoreSchema.OpeningError {
    /// The fault as a statement.
    package var statement: Statement {
        switch self {
        case .failure(let error): error.statement
        case .foreign(let sentence): sentence.statement
        case .newer(let version): StoreError.Reason.newer(version).statement
        }
    }
}
