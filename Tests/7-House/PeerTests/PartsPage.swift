import HoldfastAuthority
import HoldfastHTTP
import HoldfastServing
import LoopbackSupport

/// A page with one part of each kind from each of some servers, and what became of them.
///
/// The page counts in `window.parts` as `KIND-NUMBER: "loaded" | "failed"`.
struct PartsPage {
    static let kinds = ["image", "script", "style", "frame", "worker", "fetch"]

    /// Where the parts come from, as `https://host:port`.
    let places: [String]

    /// A server of some authority's that serves the page at `/`, and parts.
    func server(_ bench: Loopback, as identity: Identity? = nil) throws -> TLSServer {
        try bench.answering(as: identity) { answer($0) }
    }

    /// The answer to a request: the page at `/`, the parts anywhere else.
    private func answer(_ request: ServerRequest) -> ServerResponse {
        let (type, body): (String, String) =
            switch request.target {
            case "/": ("text/html; charset=utf-8", html)
            case "/image": ("image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>")
            case "/script": ("text/javascript", "window.scripted = (window.scripted || 0) + 1")
            case "/style": ("text/css", "body { color: rgb(1, 2, 3) }")
            case "/frame": ("text/html", "<script>parent.postMessage('framed', '*')</script>frame")
            case "/worker": ("text/javascript", "self.postMessage('worked')")
            default: ("text/plain", request.target)
            }
        return ServerResponse(
            fields: [HTTPField("Content-Type", type), HTTPField("Access-Control-Allow-Origin", "*")],
            body: Array(body.utf8))
    }

    /// Whether every part has said how it ended, as an expression for the page.
    var isComplete: String { "Object.keys(window.parts || {}).length === \(Self.kinds.count * places.count)" }

    private var html: String {
        """
        <!doctype html><title>parts</title><body>page<script>
        window.parts = {};
        const places = [\(places.map { "'\($0)'" }.joined(separator: ", "))];
        places.forEach((place, number) => {
          const end = kind => how => window.parts[kind + '-' + number] ??= how;
          const element = (name, kind, set) => {
            const e = document.createElement(name);
            e.onload = () => end(kind)('loaded'); e.onerror = () => end(kind)('failed');
            set(e); document.body.append(e);
          };
          element('img', 'image', e => e.src = place + '/image');
          element('script', 'script', e => e.src = place + '/script');
          element('link', 'style', e => { e.rel = 'stylesheet'; e.href = place + '/style'; });
          const frame = document.createElement('iframe');
          window.addEventListener('message', m => {
            if (m.source === frame.contentWindow && m.data === 'framed') end('frame')('loaded');
          });
          frame.onload = () => setTimeout(() => end('frame')('failed'), 500);
          setTimeout(() => end('frame')('failed'), 15000);
          frame.src = place + '/frame';
          document.body.append(frame);
          const worker = new Worker(URL.createObjectURL(new Blob(["importScripts('" + place + "/worker')"])));
          worker.onmessage = () => end('worker')('loaded'); worker.onerror = () => end('worker')('failed');
          fetch(place + '/fetched').then(r => r.ok ? r.text() : Promise.reject())
            .then(() => end('fetch')('loaded'), () => end('fetch')('failed'));
        });
        </script>
        """
    }
}
