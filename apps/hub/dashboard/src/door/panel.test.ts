import { expect, test } from "vitest";
import type { DisplayState } from "../../../src/register-work/display-state.ts";
import { toPanel } from "./panel.ts";

const at = "2026-05-12T14:02:00.000Z";
const formatTime = (time: number) => new Date(time).toISOString().slice(11, 16);
const admitted: DisplayState = {
  ...{ register: "Gala", kind: "check-in", inside: 4 },
  last: { movement: 7, result: "yes", code: "checked-in", word: "IN", door: "north", at },
};

test("shows the last verdict with its door and time", () => {
  expect(toPanel({ kind: "live" }, admitted, formatTime)).toEqual({
    ...{ look: "yes", word: "IN", where: "north · 14:02", movement: 7 },
  });
});

test.each([
  [{ kind: "lost", since: Date.parse(at) }, "Since 14:02. The counts may be old."],
  [{ kind: "ended" }, expect.stringContaining("Ask the owner of the hub")],
] as const)("never shows a verdict that may be old (%o)", (connection, text) => {
  const panel = toPanel(connection, admitted, formatTime);
  expect(panel).toMatchObject({ look: "lost", text });
  expect(JSON.stringify(panel)).not.toContain("IN");
});

test("waits for the hub, and then for the first scan", () => {
  const { last: _, ...empty } = admitted;
  expect(toPanel({ kind: "connecting" }, undefined, formatTime).word).toBe("Connecting");
  expect(toPanel({ kind: "live" }, empty, formatTime)).toMatchObject({
    ...{ look: "waiting", word: "Ready" },
  });
});

test("shows an undone verdict as undone, and not in green", () => {
  const last = { ...admitted.last!, code: "undone", word: "UNDONE" } as const;
  const panel = toPanel({ kind: "live" }, { ...admitted, last }, formatTime);
  expect(panel).toMatchObject({ look: "undone", word: "UNDONE" });
});

test("has the word of a verdict from its own texts, with the quantity that was booked", () => {
  const show = (last: object, kind: DisplayState["kind"] = "stock") => {
    const state = { ...admitted, kind, last: { ...admitted.last!, ...last } };
    return toPanel({ kind: "live" }, state, formatTime).word;
  };
  const told = { code: "added", word: "ZUGEBUCHT 1,5 kg" };
  expect(show({ ...told, booked: { quantity: 1.5, unit: "kg" } })).toBe("ADDED 1.5 kg");
  expect(show({ ...told, booked: { quantity: 1200 } })).toBe("ADDED 1200");
  expect(show({ code: "answered", word: "NOTIERT" }, "leads")).toBe("NOTED");
  expect(show({ code: "answered", word: "BEANTWORTET" }, "loans")).toBe("ANSWERED");
  expect(show({ code: "of-tomorrow", word: "NEU" })).toBe("NEU");
});
