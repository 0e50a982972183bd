# RECEIVER_USER=desk RECEIVER_PASSWORD=secret python3 receiver.py
import base64, hmac, json, os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

login = "{RECEIVER_USER}:{RECEIVER_PASSWORD}".format(**os.environ)
wanted = b"Basic " + base64.b64encode(login.encode())

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"] or 0))
        if not hmac.compare_digest((self.headers["Authorization"] or "").encode(), wanted):
            return self.do_OPTIONS(401)
        try:
            scan = json.loads(body)
            line = " ".join((scan["date"], scan["content"], scan["identifier"]))
        except (ValueError, KeyError, TypeError):
            return self.do_OPTIONS(422)
        with open("scans.jsonl", "a") as file:
            print(json.dumps(scan), file=file, flush=True)
            os.fsync(file.fileno())
        print(line, flush=True)
        self.do_OPTIONS(204)

    def do_OPTIONS(self, status=204):
        self.send_response(status)
        if status == 401:
            self.send_header("WWW-Authenticate", 'Basic realm="Scans", charset="UTF-8"')
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Access-Control-Allow-Headers", "authorization, content-type")
        self.send_header("Access-Control-Expose-Headers", "WWW-Authenticate")
        self.end_headers()

server = ThreadingHTTPServer(("", int(os.environ.get("PORT", "3000"))), Receiver)
print(f"Receiving scans on http://localhost:{server.server_port}/", flush=True)
server.serve_forever()
