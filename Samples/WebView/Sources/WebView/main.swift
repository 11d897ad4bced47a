import CWebKitGTK
import Foundation
import WebKitView

// GTK is the main thread's, and its loop takes the place of the one that `async` programs have.
let options: Options
do {
    options = try Options(Array(CommandLine.arguments.dropFirst()))
    // Before anything reads them: WebKit hands its variables to the process that it connects from.
    try ViewTrust.prepare(options)
} catch {
    FileHandle.standardError.write(Data("WebView: \(error)\n".utf8))
    exit(2)
}
if options.wantsHelp {
    print(Options.help)
    exit(0)
}
guard gtk_init_check(nil, nil) != 0 else {
    FileHandle.standardError.write(Data("WebView: there is no display to open a window on\n".utf8))
    exit(1)
}
do {
    let window = try PageWindow(options)
    window.show()
    if options.takesCommands { Commands(window).read() }
    if let url = options.url { window.load(url) }
    gtk_main()
    window.end()
} catch {
    FileHandle.standardError.write(Data("WebView: \(error)\n".utf8))
    exit(1)
}
