import fc from "fast-check";
import { expect, test } from "vitest";
import { parseFields } from "../fields.ts";
import type { Kind } from "../kind.ts";
import { kinds } from "../kinds.ts";
import { toPlaceholders } from "../preview-secrets.ts";
import { createCodeScan, createMessages, hostileScan, nfcScan } from "./testing/messages.ts";

/** Returns the smallest set of values that a form must contain. */
const exampleValues: Record<string, string> = {
  url: "https://example.org/hook",
  server: "https://example.org",
  topic: "scans",
  chat: "-100123",
  token: "123456:abc",
  room: "!a:example.org",
  event: "scanned",
  from: "a@example.org",
  to: "b@example.org",
  path: "scans.csv",
};

test.each(kinds.map((kind) => [kind.name, kind] as const))(
  "%s is complete, works with its required fields alone, and never throws for any scan",
  (name, kind) => {
    expect(name).toMatch(/^[a-z0-9-]+$/);
    for (const text of [kind.title, kind.summary, ...kind.fields.map(({ label }) => label)]) {
      expect(text).toMatch(/\S/);
    }
    const names = kind.fields.map((field) => field.name);
    expect(new Set(names).size).toBe(names.length);
    for (const { when, default: defaultValue, choices } of kind.fields) {
      if (when) expect(names).toContain(when.field);
      if (choices && defaultValue !== undefined)
        expect(choices.map(({ value }) => value)).toContain(defaultValue);
    }
    const parsed = parseFields(kind, fillRequiredFields(kind));
    expect(parsed).toMatchObject({ ok: true });
    if (!parsed.ok) return;
    const { settings, secrets } = parsed;
    fc.assert(
      fc.property(
        fc.oneof(hostileScan, fc.constantFrom(nfcScan, createCodeScan(""))),
        fc.constantFrom("ready-made" as const, ...kind.shapes.filter((shape) => shape === "scan")),
        (scan, format) => {
          const result = createMessages(name, { settings, secrets, scan, shape: { format } });
          if (result.ok) {
            expect(result.messages.length).toBeGreaterThan(0);
            for (const message of result.messages) expect(message.via).toBe(kind.via);
          } else expect(result.reason).toMatch(/\.$/);
        },
      ),
    );
  },
);

test.each(kinds.map((kind) => [kind.name, kind] as const))(
  "%s makes a preview with placeholders for its secrets",
  (name, kind) => {
    const parsed = parseFields(kind, fillRequiredFields(kind));
    if (!parsed.ok) throw new Error(parsed.reason);
    const secrets = toPlaceholders(kind);
    const result = createMessages(name, {
      settings: parsed.settings,
      secrets,
      more: { preview: true },
    });
    expect(result).toMatchObject({ ok: true });
  },
);

/** Returns the fields that must be filled in with the default choices. */
function fillRequiredFields(kind: Kind): Record<string, string> {
  const getDefault = (fieldName: string) => {
    const field = kind.fields.find(({ name }) => name === fieldName);
    return String(field?.default);
  };
  const requiredFields = kind.fields.filter(
    ({ required, when }) => required && (!when || when.is.includes(getDefault(when.field))),
  );
  return Object.fromEntries(
    requiredFields.map(({ name, protocols }) => [
      name,
      protocols ? `${protocols[0]}//example.org` : (exampleValues[name] ?? "example"),
    ]),
  );
}
