"""As much of Kubernetes' API server as `kubectl get secret` asks for: the secrets of a file.

    peer-kubernetes.py PORT LIST

LIST is JSON, a list of secrets as the API has them.
"""

import http.server
import json
import sys


def answer(path, secrets):
    """The object at a path; None where there is none."""
    if path == "/api":
        return {"kind": "APIVersions", "versions": ["v1"]}
    if path == "/apis":
        return {"kind": "APIGroupList", "apiVersion": "v1", "groups": []}
    if path == "/api/v1":
        resource = {"name": "secrets", "singularName": "secret", "namespaced": True, "kind": "Secret"}
        return {
            "kind": "APIResourceList",
            "groupVersion": "v1",
            "resources": [{**resource, "verbs": ["get", "list"], "shortNames": []}],
        }
    if path.endswith("/secrets"):
        return {"kind": "SecretList", "apiVersion": "v1", "metadata": {"resourceVersion": "7"}, "items": secrets}
    if "/secrets/" in path:
        name = path.rsplit("/", 1)[1]
        return next((secret for secret in secrets if secret["metadata"]["name"] == name), None)
    return None


def main(port, path):
    with open(path, encoding="utf-8") as file:
        secrets = json.load(file)

    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *arguments):
            pass

        def do_GET(self):
            found = answer(self.path.split("?")[0], secrets)
            missing = {"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": 404}
            body = json.dumps(found or missing).encode()
            self.send_response(200 if found else 404)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), Handler).serve_forever()


main(*sys.argv[1:])
