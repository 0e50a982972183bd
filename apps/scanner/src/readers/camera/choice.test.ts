import type { CodeFormat, Reading } from "@scanhook/codes";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agreementMs, createAgreement } from "./agreement.ts";
import { createChoice, patienceMs } from "./choice.ts";
import { toCodeKey } from "./code-key.ts";

function reading(format: CodeFormat, content: string): Reading {
  const at = { x: 0, y: 0 };
  return { format, content, bytes: new Uint8Array(), gs1: false, corners: [at, at, at, at] };
}
const qr = reading("qr", "https://example.com");
const ean = reading("ean13", "5901234123457");
const misread = reading("ean13", "9074932437075");

describe("agreement", () => {
  it("trusts a code with error correction after one frame", () => {
    expect(createAgreement().confirm([qr], 0)).toEqual([qr]);
  });

  it("trusts a linear code when a second frame agrees", () => {
    const agreement = createAgreement();
    expect(agreement.confirm([ean], 0)).toEqual([]);
    expect(agreement.confirm([ean], 40)).toEqual([ean]);
  });

  it("drops a misread that one blurred frame gave", () => {
    const agreement = createAgreement();
    expect(agreement.confirm([misread], 0)).toEqual([]);
    expect(agreement.confirm([ean], 40)).toEqual([]);
    expect(agreement.confirm([ean], 80)).toEqual([ean]);
  });

  it("trusts a linear code across frames in which the code is missing, but only for a while", () => {
    const agreement = createAgreement();
    agreement.confirm([ean], 0);
    agreement.confirm([], 40);
    expect(agreement.confirm([ean], 80)).toEqual([ean]);
    expect(agreement.confirm([ean], 81 + agreementMs)).toEqual([]);
  });

  it("does not count the same content in another format as agreement", () => {
    const agreement = createAgreement();
    agreement.confirm([reading("code128", "5901234123457")], 0);
    expect(agreement.confirm([ean], 40)).toEqual([]);
  });

  it("never trusts a linear code that only one frame saw", () => {
    const readings = fc.constantFrom(qr, ean, misread, reading("upca", "012345678905"));
    fc.assert(
      fc.property(fc.array(fc.uniqueArray(readings), { maxLength: 30 }), (frames) => {
        const agreement = createAgreement();
        const seen = new Map<string, number>();
        frames.forEach((frame, index) => {
          for (const trusted of agreement.confirm(frame, index * 33)) {
            expect(trusted.format === "qr" || seen.has(toCodeKey(trusted))).toBe(true);
          }
          for (const each of frame) seen.set(toCodeKey(each), index);
        });
      }),
    );
  });
});

describe("choice", () => {
  it("chooses a code immediately if it is alone", () => {
    expect(createChoice().choose([qr], [qr], 0)).toEqual({ kind: "one", reading: qr });
  });

  it("lists several codes in one picture", () => {
    expect(createChoice().choose([qr, ean], [qr, ean], 0)).toEqual({
      kind: "several",
      readings: [qr, ean],
    });
  });

  it("waits for a neighbor that a second frame may confirm", () => {
    const choice = createChoice();
    expect(choice.choose([qr, ean], [qr], 0)).toEqual({ kind: "nothing" });
    expect(choice.choose([ean], [ean], 40)).toEqual({ kind: "several", readings: [qr, ean] });
  });

  it("stops waiting for a neighbor that stays unconfirmed, because it may be a misread", () => {
    const choice = createChoice();
    choice.choose([qr, misread], [qr], 0);
    expect(choice.choose([qr, misread], [qr], patienceMs)).toEqual({ kind: "one", reading: qr });
  });

  it("stops waiting when the unconfirmed neighbor is gone", () => {
    const choice = createChoice();
    choice.choose([qr, misread], [qr], 0);
    expect(choice.choose([qr], [qr], 40)).toEqual({ kind: "one", reading: qr });
  });

  it("leaves out codes that are trusted but not new", () => {
    expect(createChoice().choose([], [qr], 0)).toEqual({ kind: "nothing" });
    expect(createChoice().choose([ean], [qr, ean], 0)).toEqual({ kind: "one", reading: ean });
  });

  it("forgets the confirmed codes after a choice", () => {
    const choice = createChoice();
    choice.choose([qr], [qr], 0);
    expect(choice.choose([], [], 40)).toEqual({ kind: "nothing" });
    expect(choice.choose([ean], [ean], 80)).toEqual({ kind: "one", reading: ean });
  });
});
