# RECEIVER_USER=desk RECEIVER_PASSWORD=secret python3 receiver.py
import base64, hmac, json, os, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

login = "{RECEIVER_USER}:{RECEIVER_PASSWORD}".format(**os.environ)
wanted = b"Basic " + base64.b64encode(login.encode())
# A content may hold characters that this terminal cannot show.
sys.stdout.reconfigure(errors="backslashreplace")

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers["Content-Length"] or 0)
        if length > 1_048_576:
            return self.respond(413)
        body = self.rfile.read(length)
        if not hmac.compare_digest((self.headers["Authorization"] or "").encode(), wanted):
            return self.respond(401)
        try:
            scan = json.loads(body)
            line = " ".join((scan["date"], scan["content"], scan["identifier"]))
        except (ValueError, KeyError, TypeError, RecursionError):
            return self.respond(422, "identifier, date and content must be strings.")
        try:
            with open("scans.jsonl", "a") as file:
                print(json.dumps(scan), file=file, flush=True)
                os.fsync(file.fileno())
        except OSError:
            return self.respond(503, "The scan could not be stored.")
        print(line, flush=True)
        self.respond(204)

    def do_OPTIONS(self):
        self.respond(204)

    def respond(self, status, text=""):
        self.send_response(status)
        if status == 401:
            self.send_header("WWW-Authenticate", 'Basic realm="Scans", charset="UTF-8"')
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Access-Control-Allow-Headers", "authorization, content-type")
        self.send_header("Access-Control-Expose-Headers", "WWW-Authenticate")
        self.send_header("Content-Type", "text/plain")
        self.end_headers()
        self.wfile.write(text.encode())

server = ThreadingHTTPServer(("", int(os.environ.get("PORT", "3000"))), Receiver)
print(f"Receiving scans on http://localhost:{server.server_port}/", flush=True)
server.serve_forever()
