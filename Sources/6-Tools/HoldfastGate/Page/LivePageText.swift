import HoldfastDiagnostics
import HoldfastStatements
import HoldfastX509

/// The live page's text: what it shows, how it looks, and the script that adds a row for each event.
enum LivePageText {
    private static let title = LocalizedText("The gate", "网关")
    private static let blockedOnly = LocalizedText("Blocked only", "仅显示被拦截的连接")
    private static let columns = [
        LocalizedText("Time", "时间"), LocalizedText("Event", "事件"), LocalizedText("Server", "服务器"),
        LocalizedText("Details", "详情"),
    ]

    /// An event's name for people.
    private static func name(of kind: GateEvent.Kind) -> LocalizedText {
        switch kind {
        case .accepted: LocalizedText("accepted", "已接受")
        case .refused: LocalizedText("refused", "已拒绝")
        case .passed: LocalizedText("handed through", "直接转发")
        case .observed: LocalizedText("observed", "仅观察")
        case .request: LocalizedText("request", "请求")
        case .turnedAway: LocalizedText("turned away", "已拒之门外")
        case .wentOn: LocalizedText("went on", "用户继续访问")
        }
    }

    static func html(in language: PageLanguage) -> String {
        func text(_ words: LocalizedText) -> String { SafeText.escaped(words.text(in: language), for: .html) }
        let names = GateEvent.Kind.allCases.map { " data-\($0.rawValue.asciiLowercased())=\"\(text(name(of: $0)))\"" }
        return """
            <!DOCTYPE html>
            <html lang="\(language.tag)"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark"><title>Holdfast: \(text(title))</title>
            <style>\(sheet)</style></head>
            <body><h1>\(text(title))</h1><p id="state" role="status" class="faint"></p>
            <input type="checkbox" id="blocked"><label for="blocked">\(text(blockedOnly))</label>
            <table><thead><tr>\(columns.map { "<th>\(text($0))</th>" }.joined())</tr></thead>
            <tbody id="events"\(names.joined())></tbody></table>
            <script>\(script)</script></body></html>

            """
    }

    /// The style sheet: that of other pages, and a table.
    static let sheet =
        PageStyle.sheet + """

            label { margin-left: .5rem; }
            table { width: 100%; border-collapse: collapse; font-size: .9rem; margin-top: 1rem; }
            th, td { padding: .45rem 1.2rem .45rem 0; border-top: 1px solid var(--line); text-align: left;
              vertical-align: top; }
            th { border-top: 0; color: var(--faint); font-weight: 500; }
            td:nth-child(-n+2) { white-space: nowrap; } td:nth-child(3) { min-width: 12rem; }
            td:first-child { font-variant-numeric: tabular-nums; } td p { color: var(--faint); font-size: .85rem; }
            tr.refused td:nth-child(2), tr.turnedAway td:nth-child(2) { color: var(--bad); }
            tr.accepted td:nth-child(2) { color: var(--good); } tr.wentOn td:nth-child(2) { color: var(--warn); }
            #blocked:checked ~ table tbody tr:not(.refused, .turnedAway) { display: none; }
            @media (max-width: 40rem) { thead { display: none; }
              td { display: block; border: 0; padding: 0 0 .15rem; } td:empty { display: none; }
              tr { display: block; padding: .5rem 0; border-top: 1px solid var(--line); } }
            """

    /// The script: text goes in as text, whatever strangers have made of it.
    static let script = """
        "use strict";
        const body = document.getElementById("events");
        const state = document.getElementById("state");
        const source = new EventSource("events");
        source.onopen = () => { body.replaceChildren(); state.textContent = ""; };
        source.onerror = () => { state.textContent = "…"; };
        source.onmessage = message => {
          const event = JSON.parse(message.data);
          const row = document.createElement("tr");
          row.className = event.event;
          const time = document.createElement("time");
          time.dateTime = time.title = event.at;
          time.textContent = event.at.slice(11, 19);
          const facts = document.createElement("p");
          const version = event.tlsVersion && "TLS " + event.tlsVersion;
          facts.textContent = [...event.codes ?? [], version, event.applicationProtocol, event.address, event.pin,
            event.policyFile?.message]
            .filter(fact => fact).join(" · ");
          const parts = [[time], [body.dataset[event.event.toLowerCase()] ?? event.event], [event.server ?? ""],
            facts.textContent ? [event.message ?? "", facts] : [event.message ?? ""]];
          for (const part of parts) {
            const cell = document.createElement("td");
            cell.append(...part);
            row.append(cell);
          }
          body.prepend(row);
          while (body.childElementCount > \(GateJournal.mostEvents)) { body.lastElementChild.remove(); }
        };
        """
}
