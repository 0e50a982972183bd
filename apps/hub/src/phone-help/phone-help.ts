import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { isIPv6 } from "node:net";
import { pickLanguage, readAcceptLanguage } from "@scanhook/texts/pick-language";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { normalizeHost } from "../addresses/local-addresses.ts";
import { readPageTokens } from "../page-tokens.ts";
import { type HubTexts, hubTexts } from "../texts/hub-texts.ts";
import { type Device, renderPage } from "./page.ts";
import { toFingerprint, toProfile } from "./profile.ts";

/**
 * Serves `/phone`, a page on plain HTTP that helps a device to trust this hub's CA, with its style
 * and script, and the CA as `/ca.pem`, `/ca.crt` (DER) and `/ca.mobileconfig`. `getCa` is called at
 * each request, because the hub may create a new CA. `httpsBase` returns the base URL of the hub's
 * HTTPS listener for the host name that the device used.
 */
export function servePhoneHelp(
  app: FastifyInstance,
  options: {
    getCa: () => { pem: string; der: Uint8Array };
    httpsBase: (host: string) => string;
    texts?: HubTexts;
  },
): void {
  const { getCa, texts = hubTexts } = options;
  const style = readPageTokens() + readFileSync(new URL("./help.css", import.meta.url), "utf8");
  const script = readFileSync(new URL("./help.js", import.meta.url));

  app.get("/phone", async (request, reply) => {
    const { hostname, port } = parseHost(request.headers.host);
    const httpsBase = options.httpsBase(hostname);
    const policy = [
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      // A CSP source cannot be an IPv6 address.
      `style-src 'self'; script-src 'self'; img-src data:; connect-src ${hostname.startsWith("[") ? "https:" : httpsBase}`,
    ];
    reply
      .header("content-security-policy", policy.join("; "))
      .header("vary", "User-Agent, Host, Accept-Language");
    const device = detectDevice(request.headers["user-agent"] ?? "");
    const localUrl = `http://localhost${port}`;
    const { pem, der } = getCa();
    const [name, fingerprint] = [readCommonName(pem), toFingerprint(der)];
    const { languages } = texts;
    const language = chooseLanguage(request, languages);
    const page = { texts: texts.read("phone", language), language, languages };
    const html = renderPage({ device, httpsBase, localUrl, name, fingerprint, ...page });
    return send(reply, "text/html; charset=utf-8", html);
  });
  app.get("/phone/help.css", async (_request, reply) =>
    send(reply, "text/css; charset=utf-8", style),
  );
  app.get("/phone/help.js", async (_request, reply) =>
    send(reply, "text/javascript; charset=utf-8", script),
  );

  app.get("/ca.pem", async (_request, reply) =>
    send(setDownloadName(reply, "scanhook-ca.pem"), "application/x-pem-file", getCa().pem),
  );
  app.get("/ca.crt", async (_request, reply) =>
    send(
      setDownloadName(reply, "scanhook-ca.crt"),
      "application/x-x509-ca-cert",
      Buffer.from(getCa().der),
    ),
  );
  // Sent without Content-Disposition, because with it, Safari would offer to save the profile
  // instead of installing it.
  app.get("/ca.mobileconfig", async (_request, reply) => {
    const { pem, der } = getCa();
    const profile = toProfile({ der, name: readCommonName(pem) });
    return send(reply, "application/x-apple-aspen-config", profile);
  });
}

/** Returns the language that the address names, as in `?language=de`, or else the browser. */
function chooseLanguage({ query, headers }: FastifyRequest, available: readonly string[]): string {
  const { language } = query as { language?: unknown };
  const accepted = readAcceptLanguage(headers["accept-language"]);
  const isTag = typeof language === "string" && language.length <= maxTagLength;
  return pickLanguage(isTag ? [language, ...accepted] : accepted, available);
}

/** A longer language tag is no tag of a language that anybody speaks (RFC 5646, section 4.4.1). */
const maxTagLength = 35;

function send(reply: FastifyReply, type: string, body: string | Buffer): FastifyReply {
  return reply
    .header("cache-control", "no-cache")
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "no-referrer")
    .type(type)
    .send(body);
}

function setDownloadName(reply: FastifyReply, name: string): FastifyReply {
  return reply.header("content-disposition", `attachment; filename="${name}"`);
}

/**
 * Parses a Host header. Returns the host in the form of a URL, and the port as `:8080` or "". A
 * malformed header counts as localhost.
 */
function parseHost(header: string | undefined): { hostname: string; port: string } {
  const [, host = "", port = ""] = header?.match(/^(\[[^\]]*\]|[^:]*)(:\d{1,5})?$/) ?? [];
  const name = normalizeHost(host) ?? "localhost";
  return { hostname: isIPv6(name) ? `[${name}]` : name, port };
}

function detectDevice(userAgent: string): Device {
  if (/iPhone|iPad|iPod/.test(userAgent)) return "apple";
  return /Android/.test(userAgent) ? "android" : "computer";
}

function readCommonName(pem: string): string {
  return new X509Certificate(pem).subject.match(/^CN=(.*)$/m)?.[1] ?? "Scanhook CA";
}
