# SIGNING_SECRET=secret python3 signed-receiver.py
import hashlib, hmac, json, os, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

secret = os.environ["SIGNING_SECRET"].encode()
sys.stdout.reconfigure(errors="backslashreplace")

def is_signed(body, signature):
    """Returns whether the hub signed exactly these bytes."""
    expected = "sha256=" + hmac.new(secret, body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(signature.encode(), expected.encode())

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"] or 0))
        if not is_signed(body, self.headers["X-Hub-Signature-256"] or ""):
            return self.respond(401)
        scan = json.loads(body)
        with open("scans.jsonl", "a") as file:
            print(json.dumps(scan), file=file, flush=True)
            os.fsync(file.fileno())
        print(scan["date"], scan["content"], flush=True)
        self.respond(204)

    def respond(self, status):
        self.send_response(status)
        self.end_headers()

server = ThreadingHTTPServer(("", int(os.environ.get("PORT", "3000"))), Receiver)
print(f"Receiving scans on http://localhost:{server.server_port}/", flush=True)
server.serve_forever()
