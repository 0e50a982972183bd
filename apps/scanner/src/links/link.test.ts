import fc from "fast-check";
import { expect, test } from "vitest";
import { actions } from "./actions.ts";
import { type LinkAction, maxLinkLength, parseActionLink, toPageAddress } from "./link.ts";

const hub = "https://hub.example:8443/scan/";
const parse = (link: string) => parseActionLink(link, [hub]);
/** The reason of a refusal; otherwise the action. */
const toOutcome = (link: string) => {
  const action = parse(link);
  return action.do === "refuse" ? action.reason : action.do;
};
const encode = encodeURIComponent;

test("each of the five scan links starts its scan in every spelling", () => {
  const tabs = {
    "scan-nfc": "nfc",
    "scan-code": "qr",
    "scan-document": "document",
    "scan-object": "3d",
    "scan-room": "3d",
  };
  for (const [name, tab] of Object.entries(tabs)) {
    for (const link of [
      `scanhook://${name}`,
      `scanhook://${name}/`,
      `scanhook:${name}`,
      `SCANHOOK://${name.toUpperCase()}`,
      ` scanhook://${name}\n`,
      `web+scanhook://${name}`,
      `web+scanhook:${name}`,
      `${hub}#/${name}`,
      `${hub}#${name}`,
      `${hub}?source=home#/${name}`,
      `${hub}#/link?url=${encode(`web+scanhook://${name}`)}`,
    ]) {
      const started = tab === "3d" ? { do: "scan", tab, link: name } : { do: "scan", tab };
      expect([link, parse(link)]).toEqual([link, started]);
    }
  }
});

test("the link of every action in the table parses to an action of the same kind", () => {
  const kinds = actions.flatMap(({ kind, link }) => (link ? [[kind, parse(link).do]] : []));
  // Five scan links, five open links and one write link.
  expect(kinds.length).toBe(5 + 5 + 1);
  for (const [kind, parsed] of kinds) expect(parsed).toBe(kind);
  expect(parse("scanhook://open/3d")).toEqual({ do: "open", tab: "3d" });
  expect(parse("scanhook://open/more")).toEqual({ do: "open", tab: "more" });
});

test("web addresses of the app open its screens", () => {
  expect(parse(hub)).toEqual({ do: "open", tab: "qr" });
  expect(parse(`${hub}#/more/history`)).toEqual({ do: "show", hash: "#/more/history" });
  expect(parse(`${hub}#/job/door`)).toEqual({ do: "show", hash: "#/job/door" });
  expect(parse(`${hub}#/pair?code=aB3`)).toEqual({ do: "show", hash: "#/pair?code=aB3" });
  expect(parse(`${hub}#/shared`)).toEqual({ do: "take", from: "share" });
  expect(parse(`${hub}#/file`)).toEqual({ do: "take", from: "file" });
  const other = "https://other.example/scan/";
  const fromOther = (link: string) => parseActionLink(link, [hub, other]);
  expect(fromOther(`${other}#/scan-code`)).toEqual({ do: "scan", tab: "qr" });
  expect(fromOther(`${other}#/pair?code=aB3`)).toEqual({ do: "refuse", reason: "foreign" });
  expect(toPageAddress("http://localhost:8080/scan/?a=1#/x")).toBe("http://localhost:8080/scan/");
});

test("scan-code, scan-nfc and the links of NFC Tools accept a return address", () => {
  const returnAddress = "https://example.com/found?c={CODE}";
  const returnTo = { template: returnAddress };
  const link = `scanhook://scan-code?ret=${encode(returnAddress)}`;
  expect(parse(link)).toEqual({ do: "scan", tab: "qr", returnTo });
  expect(parse(`${hub}#/scan-nfc?ret=${encode(returnAddress)}`)).toEqual({
    do: "scan",
    tab: "nfc",
    returnTo,
  });
  // The output of PHP's urlencode() for an address with a fragment.
  const callback =
    "https%3A%2F%2Fexample.com%2Fapi%2F%3Ftagid%3D%7BTAG-ID%7D%26text%3D%7BNDEF-TEXT%7D%23result";
  expect(parse(`nfc://scan/?callback=${callback}`)).toEqual({
    do: "scan",
    tab: "nfc",
    returnTo: { template: "https://example.com/api/?tagid={TAG-ID}&text={NDEF-TEXT}#result" },
  });
  for (const bareLink of ["nfc://scan/", "nfc://scan", "nfc://", "nfc:scan"]) {
    expect(parse(bareLink)).toEqual({ do: "scan", tab: "nfc" });
  }
  expect(toOutcome(`scanhook://scan-room?ret=${encode(returnAddress)}`)).toBe("return-misplaced");
  expect(toOutcome(`scanhook://scan-code?ret=${encode(returnAddress)}&ret=myapp:x`)).toBe(
    "malformed",
  );
  expect(toOutcome("nfc://scan/?callback=http%3A%2F%2Fexample.com")).toBe("return-not-https");
  expect(toOutcome("nfc://write/?text=x")).toBe("nfc");
});

test("write-nfc fills the form with a url or a text", () => {
  expect(parse("scanhook://write-nfc")).toEqual({ do: "write" });
  expect(parse("scanhook://write-nfc?url=https%3A%2F%2Fexample.com%2F%3Fa%3D1%2B2")).toEqual({
    do: "write",
    fill: { kind: "link", values: { url: "https://example.com/?a=1+2" } },
  });
  expect(parse(`${hub}#/write-nfc?text=${encode("two\nlines ☕ 👨‍👩‍👧")}`)).toEqual({
    do: "write",
    fill: { kind: "text", values: { text: "two\nlines ☕ 👨‍👩‍👧" } },
  });
  expect(toOutcome("scanhook://write-nfc?text=a&url=b")).toBe("write-both");
  expect(toOutcome("scanhook://write-nfc?url=javascript%3Aalert(1)")).toBe("write-script");
  expect(toOutcome(`scanhook://write-nfc?text=${encode("a\u202eb")}`)).toBe("hidden");
  expect(toOutcome(`scanhook://write-nfc?text=${encode("a\u0000b")}`)).toBe("hidden");
  expect(toOutcome(`scanhook://write-nfc?url=${encode("https://exa\u200bmple.com")}`)).toBe(
    "hidden",
  );
});

test("geo: and geo:// links show a place", () => {
  const place = { kind: "place", coordinates: { latitude: 48.2, longitude: 16.37 } };
  expect(parse("geo:48.2,16.37")).toEqual({ do: "place", place });
  expect(parse("geo://48.2,16.37")).toEqual({ do: "place", place });
  expect(parse(`${hub}#/link?url=geo%3A48.2%2C16.37`)).toEqual({ do: "place", place });
  expect(parse("geo:0,0?q=Stephansplatz%201")).toEqual({
    do: "place",
    place: { kind: "place", label: "Stephansplatz 1" },
  });
  expect(toOutcome("geo:north")).toBe("no-place");
  expect(toOutcome("geo:0,0?q=a%E2%80%AEb")).toBe("hidden");
});

test("each hostile or malformed link is refused with its reason", () => {
  const refused: Record<string, string> = {
    "": "unknown",
    "javascript:alert(1)": "unknown",
    "data:text/html,<script>alert(1)</script>": "unknown",
    "intent://scan-code#Intent;scheme=scanhook;end": "unknown",
    "scanhook://": "unknown",
    "scanhook://scan": "unknown",
    "scanhook://scan-code/extra": "unknown",
    "scanhook://user:word@scan-code": "unknown",
    "scanhook://scan-code:80": "unknown",
    "scanhook://last-nfc": "unknown",
    "scanhook://pair?code=x": "unknown",
    "scanhook://more/webhook": "unknown",
    "scanhook://constructor": "unknown",
    "scanhook://%73can-code": "unknown",
    "scanhook://scan-code?ret=%zz": "malformed",
    "scanhook://scan-code?ret=%C3%28": "malformed",
    "scanhook://scan-code?ret=": "return-malformed",
    "scanhook://scan-code?ret=javascript%3Aalert(1)": "return-scheme",
    "scanhook://scan-code?ret=https%253A%252F%252Fexample.com": "return-malformed",
    "scanhook://scan-code?ret=https%3A%2F%2Fuser%40example.com": "return-credentials",
    [`scanhook://scan-code?ret=${encode("https://ex\u202eample.com")}`]: "return-malformed",
    "scanhook://scan-\u200bcode": "hidden",
    "scanhook://scan-\u202ecode": "hidden",
    "scanhook://scan-code?\ud800": "hidden",
    "https://evil.example/scan/#/scan-code": "foreign",
    "https://hub.example:8443/other/#/scan-code": "foreign",
    "https://user:word@hub.example:8443/scan/#/scan-code": "foreign",
    "https://hub.example:8443@evil.example/scan/#/scan-code": "foreign",
    [`${hub}#/nonsense`]: "unknown",
    [`${hub}#/link`]: "malformed",
    [`${hub}#/link?url=`]: "unknown",
    [`${hub}#/link?url=geo%3A1%2C2&url=geo%3A1%2C2`]: "malformed",
    [`${hub}#/link?url=${encode(`${hub}#/pair?code=x`)}`]: "foreign",
    [`${hub}#/link?url=${encode("javascript:alert(1)")}`]: "unknown",
    [`${hub}#/link?url=${encode(`${hub}#/link?url=${encode("geo:1,2")}`)}`]: "foreign",
    [`${hub}#/link?url=${encode(encode("web+scanhook:scan-code"))}`]: "unknown",
    [`scanhook://write-nfc?text=${"a".repeat(maxLinkLength)}`]: "too-long",
  };
  for (const [link, reason] of Object.entries(refused)) {
    expect([link, toOutcome(link)]).toEqual([link, reason]);
  }
});

const fragments = fc.constantFrom(
  ...actions.flatMap(({ link }) => link ?? []),
  hub,
  "#/",
  "link?url=",
  "web+scanhook:",
  "nfc://scan/?callback=",
  "geo:",
  "geo:48.2,16.3?q=",
  "?",
  "&",
  "ret=",
  "url=",
  "text=",
  "https://example.com/",
  "javascript:",
  "{CODE}",
  "%E2%80%AE",
  "%25",
  "%",
);
const links = fc
  .array(
    fc.oneof(
      fragments,
      fc.string({ unit: "binary", maxLength: 8 }),
      fc.string({ unit: "grapheme", maxLength: 8 }).map((text) => encode(text.toWellFormed())),
    ),
    { maxLength: 9 },
  )
  .map((parts) => parts.join(""));

test("any text parses to one of the known actions, with a safe return address and a safe text", () => {
  const possible: LinkAction["do"][] = ["scan", "open", "write", "place", "show", "take", "refuse"];
  fc.assert(
    fc.property(links, (link) => {
      const action = parse(link);
      expect(possible).toContain(action.do);
      if (action.do === "show") expect(link).toContain(hub);
      if (action.do === "scan" && action.returnTo) {
        expect(action.returnTo.template).toMatch(/^[a-z][a-z0-9+.-]*:/i);
        expect(action.returnTo.template).not.toMatch(/^(javascript|data|file|intent|blob|http):/i);
      }
      if (action.do === "write" && action.fill?.kind === "text") {
        expect(action.fill.values.text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      }
    }),
  );
});
