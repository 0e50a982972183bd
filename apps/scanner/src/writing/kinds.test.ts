import { parseContent } from "@scanhook/content";
import { encodeNdef, parseNdef, parseTag, sizeOf } from "@scanhook/tags";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emptyValues, type Kind, type KindValues, kinds, recordBuilders } from "./kinds.ts";

/** Returns the reading of a tag that was written with these values. */
function readBack<K extends Kind>(kind: K, values: Partial<KindValues[K]>) {
  const result = recordBuilders[kind]({ ...emptyValues[kind], ...values });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const message = encodeNdef(result.records);
  return { message, ...parseTag({ message }) };
}

function findProblems<K extends Kind>(kind: K, values: Partial<KindValues[K]>) {
  const result = recordBuilders[kind]({ ...emptyValues[kind], ...values });
  return result.ok ? undefined : result.problems;
}

describe("a link", () => {
  test.each([
    ["https://example.com", "https://example.com"],
    ["example.com/a?b=c#d", "https://example.com/a?b=c#d"],
    ["localhost:8080/x", "https://localhost:8080/x"],
    [" HTTPS://Example.com/A ", "https://Example.com/A"],
    ["https://exämple.com/ö", "https://exämple.com/ö"],
    ["spotify:track:1", "spotify:track:1"],
    ["urn:epc:id:sgtin:0614141.112345.400", "urn:epc:id:sgtin:0614141.112345.400"],
  ])("%s is written as %s", (url, content) => {
    expect(readBack("link", { url }).content).toBe(content);
  });

  test.each([
    ["", "no-address"],
    ["   ", "no-address"],
    ["hello", "not-an-address"],
    ["https://", "not-an-address"],
    ["https:///x", "not-an-address"],
    ["https://exa mple.com", "not-an-address"],
    ["tel:", "not-an-address"],
    ["javascript:alert(1)", "script-address"],
    ["DATA:text/html,x", "script-address"],
  ] as const)("“%s” is refused", (url, problem) => {
    expect(findProblems("link", { url })).toEqual({ url: problem });
  });
});

describe("a text", () => {
  test("keeps its spaces and line breaks, and gets the canonical language tag", () => {
    const { records } = readBack("text", { text: " Grüße\n🦀 ", language: "de-at" });
    expect(records[0]?.value).toEqual({ kind: "text", text: " Grüße\n🦀 ", language: "de-AT" });
  });

  test("needs some text and a known language", () => {
    expect(findProblems("text", { text: "" })).toEqual({ text: "no-text" });
    expect(findProblems("text", { text: "x", language: "german" })).toEqual({
      language: "not-a-language",
    });
    expect(findProblems("text", { text: "x", language: "" })).toEqual({
      language: "not-a-language",
    });
    expect(findProblems("text", { text: "x", language: "d" })).toEqual({
      language: "not-a-language",
    });
  });
});

describe("a Wi-Fi network", () => {
  test("is read back with its name, security and password, and without a password if it is open", () => {
    const values = { ssid: "Café 5G", security: "wpa", password: "correct horse" } as const;
    expect(readBack("wifi", values).records[0]?.value).toEqual({ kind: "wifi", ...values });
    const open = readBack("wifi", { ssid: "Guests", security: "open", password: "left over" });
    expect(open.records[0]?.value).toMatchObject({
      kind: "wifi",
      ssid: "Guests",
      security: "open",
    });
    expect(open.records[0]?.value).not.toHaveProperty("password", "left over");
  });

  test.each([
    [{ ssid: "" }, { ssid: "no-network", password: "no-password" }],
    [{ ssid: "ä".repeat(17), password: "12345678" }, { ssid: "long-network" }],
    [{ ssid: "a", password: "1234567" }, { password: "wpa-password" }],
    [{ ssid: "a", password: "x".repeat(64) }, { password: "wpa-password" }],
    [{ ssid: "a", password: "f".repeat(64) }, undefined],
    [{ ssid: "a", password: "1234", security: "wep" }, { password: "wep-password" }],
    [{ ssid: "a", password: "12345", security: "wep" }, undefined],
    [{ ssid: "a", security: "open" }, undefined],
  ] as const)("with %j has the problems %j", (values, expected) => {
    expect(findProblems("wifi", values)).toEqual(expected);
  });
});

describe("a contact", () => {
  test("is read back with all its fields, special characters included", () => {
    const { content } = readBack("contact", {
      given: "Ada; Augusta",
      family: "Lovelace, Countess",
      organization: "Engines \\ Sons",
      title: "Analyst",
      phone: "+44 20 7946 0000",
      email: "ada@example.org",
      url: "example.org/ada",
      address: "12 St James's Sq\nLondon",
      note: "First\r\nprogrammer",
    });
    expect(parseContent(content)).toMatchObject({
      kind: "contact",
      name: "Ada; Augusta Lovelace, Countess",
      organization: "Engines \\ Sons",
      title: "Analyst",
      phones: ["+44 20 7946 0000"],
      emails: ["ada@example.org"],
      urls: ["https://example.org/ada"],
      addresses: ["12 St James's Sq, London"],
      note: "First\nprogrammer",
    });
  });

  test("needs a name or an organization, and a valid phone number, mail address and website", () => {
    expect(findProblems("contact", { phone: "x", email: "a@", url: "y" })).toEqual({
      given: "no-contact",
      phone: "not-a-number",
      email: "not-an-email",
      url: "not-an-address",
    });
    expect(findProblems("contact", { organization: "Library" })).toBeUndefined();
  });

  test("has no field whose value can add a property to the vCard", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (given, note) => {
        const result = recordBuilders.contact({ ...emptyValues.contact, given, note, family: "F" });
        if (!result.ok) throw new Error("a name is enough");
        const lines = new TextDecoder().decode(result.records[0]?.payload).split(/\r\n|\r|\n/);
        const names = lines.map((line) => line.split(":")[0]);
        const noteNames = note.trim() === "" ? [] : ["NOTE"];
        expect(names).toEqual(["BEGIN", "VERSION", "N", "FN", ...noteNames, "END", ""]);
      }),
    );
  });
});

describe("a phone number", () => {
  test.each([
    ["+1-201-555-0123", "tel:+12015550123"],
    ["+44 (0)20 7946 0000", "tel:+442079460000"],
    ["(020) 7946 0000", "tel:02079460000"],
    ["*100#", "tel:*100%23"],
    ["tel:+15550100", "tel:+15550100"],
  ])("%s is written as %s", (number, content) => {
    const { content: written } = readBack("phone", { number });
    expect(written).toBe(content);
    expect(parseContent(written).kind).toBe("phone");
  });

  test.each([
    ["", "no-number"],
    ["call me", "not-a-number"],
    ["+", "not-a-number"],
    ["+49 12#", "not-a-number"],
    ["1;ext=2", "not-a-number"],
  ] as const)("“%s” is refused", (number, problem) => {
    expect(findProblems("phone", { number })).toEqual({ number: problem });
  });
});

describe("a mail", () => {
  // RFC 6068, 6.1 and 6.3.
  test.each([
    [{ to: "chris@example.com" }, "mailto:chris@example.com"],
    [
      { to: "infobot@example.com", subject: "current-issue" },
      "mailto:infobot@example.com?subject=current-issue",
    ],
    [
      { to: "infobot@example.com", body: "send current-issue\nsend index" },
      "mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index",
    ],
    [{ to: "gorby%kremvax@example.com" }, "mailto:gorby%25kremvax@example.com"],
    [{ to: "unlikely?address@example.com" }, "mailto:unlikely%3Faddress@example.com"],
    [{ to: "Mike&family@example.org" }, "mailto:Mike%26family@example.org"],
    [{ to: "user@example.org", subject: "café" }, "mailto:user@example.org?subject=caf%C3%A9"],
    [{ to: "a@example.org; b@example.org" }, "mailto:a@example.org,b@example.org"],
  ])("%j is written as %s", (values, content) => {
    expect(readBack("mail", values).content).toBe(content);
  });

  test("is read back without changes to recipient, subject and body", () => {
    const { content } = readBack("mail", {
      to: "a+b@example.org",
      subject: "50 % & more?",
      body: "x=1\ny=2 #3",
    });
    expect(parseContent(content)).toEqual({
      kind: "mail",
      to: ["a+b@example.org"],
      subject: "50 % & more?",
      body: "x=1\r\ny=2 #3",
    });
  });

  test.each([
    ["", "no-email"],
    ["ada", "not-an-email"],
    ["a@b@c", "not-an-email"],
    ["a@example.org, b", "not-an-email"],
  ] as const)("to “%s” is refused", (to, problem) => {
    expect(findProblems("mail", { to })).toEqual({ to: problem });
  });
});

describe("a place", () => {
  // RFC 5870, 1 and 6.
  test.each([
    [{ coordinates: "13.4125, 103.8667" }, "geo:13.4125,103.8667"],
    [{ coordinates: "48.2010 16.3695" }, "geo:48.2010,16.3695"],
    [{ coordinates: "geo:-48.198634,+16.371648" }, "geo:-48.198634,16.371648"],
    [{ coordinates: "90;-180" }, "geo:90,-180"],
    [{ coordinates: "66.123456789, 3" }, "geo:66.1234567,3"],
  ])("%j is written as %s", (values, content) => {
    expect(readBack("place", values).content).toBe(content);
  });

  test("is read back with its name", () => {
    const { content } = readBack("place", {
      coordinates: "48.2, 16.37",
      name: "Café (old) & more",
    });
    expect(parseContent(content)).toEqual({
      kind: "place",
      coordinates: { latitude: 48.2, longitude: 16.37 },
      label: "Café (old) & more",
    });
  });

  test.each([
    ["", "no-place"],
    ["Vienna", "not-a-place"],
    ["48.2", "not-a-place"],
    ["91, 0", "not-a-place"],
    ["0, 180.5", "not-a-place"],
    ["48,2 16,37", "not-a-place"],
  ] as const)("“%s” is refused", (coordinates, problem) => {
    expect(findProblems("place", { coordinates })).toEqual({ coordinates: problem });
  });
});

describe("an app", () => {
  test("is read back with its link as the first record, which other phones open", () => {
    const { content, records } = readBack("app", {
      app: "https://play.google.com/store/apps/details?id=com.example.reader&hl=de",
      url: "example.com/reader",
    });
    expect(content).toBe("https://example.com/reader");
    expect(records.map(({ value }) => value)).toEqual([
      expect.objectContaining({ kind: "uri", uri: "https://example.com/reader" }),
      { kind: "app", packageName: "com.example.reader" },
    ]);
  });

  test.each([
    [{ app: "" }, { app: "no-app" }],
    [{ app: "reader" }, { app: "not-an-app" }],
    [{ app: "com.1example" }, { app: "not-an-app" }],
    [{ app: "com.example.reader", url: "no" }, { url: "not-an-address" }],
  ] as const)("%j is refused", (values, expected) => {
    expect(findProblems("app", values)).toEqual(expected);
  });
});

test("any input makes a readable message or reports the invalid fields", () => {
  const input = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.webUrl(),
    fc.emailAddress(),
    fc.constantFrom("+44 20", "48.2,16.3", "com.example.app", "en", "open", "wep"),
  );
  fc.assert(
    fc.property(fc.constantFrom(...kinds), fc.array(input), (kind, inputs) => {
      const values = Object.fromEntries(
        Object.entries(emptyValues[kind]).map(([field, value], index) => [
          field,
          field === "security" ? value : (inputs[index] ?? value),
        ]),
      );
      const result = recordBuilders[kind](values as never);
      if (!result.ok) {
        expect(Object.keys(result.problems).length).toBeGreaterThan(0);
        return;
      }
      const message = encodeNdef(result.records);
      expect(sizeOf(message).messageBytes).toBe(message.length);
      expect(parseNdef(message).ok).toBe(true);
      const readKinds = parseTag({ message }).records.map(({ value }) => value.kind);
      expect(readKinds).not.toContain("damaged");
      expect(readKinds).not.toContain("unknown");
    }),
  );
});
