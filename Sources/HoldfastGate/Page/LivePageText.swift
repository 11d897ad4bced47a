import HoldfastDiagnostics
import HoldfastWords

/// The live page's text: what it shows, how it looks, and the script that adds a row for each event.
enum LivePageText {
    private static let title = LocalizedText("The gate", "网关")
    private static let columns: [(String, LocalizedText)] = [
        ("at", LocalizedText("Time", "时间")), ("event", LocalizedText("Event", "事件")),
        ("server", LocalizedText("Server", "服务器")), ("message", LocalizedText("Details", "详情")),
        ("codes", LocalizedText("Findings", "问题")), ("pin", LocalizedText("Key", "公钥指纹")),
        ("address", LocalizedText("Address", "地址")),
    ]

    static func html(in language: PageLanguage) -> String {
        let head = columns.map {
            "<th data-member=\"\($0.0)\">\(SafeText.escaped($0.1.text(in: language), for: .html))</th>"
        }
        return """
            <!DOCTYPE html>
            <html lang="\(language.tag)"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark"><title>Holdfast: \(title.text(in: language))</title>
            <style>\(sheet)</style></head>
            <body><h1>\(title.text(in: language))</h1><p id="state" role="status" class="faint"></p>
            <div class="scroll"><table><thead><tr>\(head.joined())</tr></thead><tbody id="events"></tbody></table></div>
            <script>\(script)</script></body></html>

            """
    }

    /// The style sheet: that of other pages, and a table.
    static let sheet =
        PageStyle.sheet + """

            .scroll { overflow-x: auto; margin-top: 1rem; }
            table { width: 100%; border-collapse: collapse; font-size: .9rem; }
            th, td { padding: .35rem .7rem .35rem 0; border-top: 1px solid var(--line); text-align: left;
              vertical-align: top; }
            th { border-top: 0; color: var(--faint); font-weight: 500; }
            tr.refused td:nth-child(2), tr.turnedAway td:nth-child(2) { color: var(--bad); }
            tr.accepted td:nth-child(2) { color: var(--good); } tr.wentOn td:nth-child(2) { color: var(--warn); }
            @media (max-width: 40rem) { thead { display: none; } td { display: block; border: 0; padding: 0 0 .15rem; }
              tr { display: block; padding: .5rem 0; border-top: 1px solid var(--line); } td:empty { display: none; } }
            """

    /// The script: text goes in as text, whatever strangers have made of it.
    static let script = """
        "use strict";
        const members = [...document.querySelectorAll("th")].map(cell => cell.dataset.member);
        const body = document.getElementById("events");
        const state = document.getElementById("state");
        const source = new EventSource("events");
        source.onopen = () => { body.replaceChildren(); state.textContent = ""; };
        source.onerror = () => { state.textContent = "…"; };
        source.onmessage = message => {
          const event = JSON.parse(message.data);
          const row = document.createElement("tr");
          row.className = event.event;
          for (const member of members) {
            const cell = document.createElement("td");
            const value = event[member];
            cell.textContent = Array.isArray(value) ? value.join(", ") : value ?? "";
            row.append(cell);
          }
          body.prepend(row);
          while (body.childElementCount > \(GateJournal.mostEvents)) { body.lastElementChild.remove(); }
        };
        """
}
