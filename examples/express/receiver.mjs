// RECEIVER_USER=desk RECEIVER_PASSWORD=secret node receiver.mjs
import { createHash, timingSafeEqual } from "node:crypto";
import { appendFile } from "node:fs/promises";
import express from "express";

const { PORT = "3000", RECEIVER_USER: user, RECEIVER_PASSWORD: password } = process.env;
if (!user || !password) throw new Error("Set RECEIVER_USER and RECEIVER_PASSWORD.");
const digest = (text) => createHash("sha256").update(text).digest();
const wanted = digest(`Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`);

const app = express();
app.use((request, response, next) => {
  response.set("Access-Control-Allow-Origin", "*");
  response.set("Access-Control-Allow-Headers", "authorization, content-type");
  response.set("Access-Control-Expose-Headers", "WWW-Authenticate");
  if (request.method === "OPTIONS") return response.sendStatus(204);
  if (timingSafeEqual(digest(request.get("Authorization") ?? ""), wanted)) return next();
  response.set("WWW-Authenticate", 'Basic realm="Scans", charset="UTF-8"').sendStatus(401);
});
app.post("/", express.json({ limit: "1mb" }), async ({ body = {} }, response) => {
  const isScan = ["identifier", "date", "content"].every((key) => typeof body[key] === "string");
  if (!isScan)
    return response.status(422).json({ message: "identifier, date and content must be strings." });
  await appendFile("scans.jsonl", `${JSON.stringify(body)}\n`, { flush: true });
  console.log(body.date, body.content);
  response.sendStatus(204);
});
// Express recognizes a handler of errors by its four parameters.
app.use((error, _request, response, _next) => {
  if (error.type === "entity.too.large")
    return response.status(413).json({ message: "The scan is larger than 1 MB." });
  if (error.status < 500) return response.status(422).json({ message: "The body is not JSON." });
  console.error(error);
  response.status(503).set("Retry-After", "10").json({ message: "The scan could not be stored." });
});

const server = app.listen(PORT, () =>
  console.log(`Receiving scans on http://localhost:${server.address().port}/`),
);
