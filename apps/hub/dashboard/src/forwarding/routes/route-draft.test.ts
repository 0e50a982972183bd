import { expect, test } from "vitest";
import type { Kind } from "../destinations/kinds.ts";
import { createRouteDraft, toFilter, toShape, withFormat } from "./route-draft.ts";
import type { ScanRoute } from "./routes.ts";

const kind = { title: "Slack", template: '{ "text": {{ content | json }} }' } as Kind;

test("converts a route to a form and back without a change", () => {
  const route: ScanRoute = {
    name: "door-to-slack",
    title: "Door",
    inbox: "door",
    destination: "slack",
    filter: { source: "nfc", content: "https://*", structured: { material: "PLA" } },
    shape: { format: "text", template: "{{ content }}" },
    mode: "through",
    expires: 90,
    on: true,
    origin: "dashboard",
    createdAt: "2026-05-12T14:23:01.000Z",
    revision: 1,
    changedAt: "2026-05-12T14:23:01.000Z",
  };
  const draft = createRouteDraft(route);
  expect(toFilter(draft)).toEqual(route.filter);
  expect(toShape(draft)).toEqual(route.shape);
  expect(draft).toMatchObject({ title: "Door", inbox: "door", mode: "through" });
  expect(draft).toMatchObject({ expires: "1 min 30 s", oncePer: "" });
});

test("omits empty fields from the filter", () => {
  const draft = createRouteDraft();
  draft.content = "  ";
  draft.structured = [{ key: "material", value: "" }];
  expect(toFilter(draft)).toEqual({});
  expect(toShape(draft)).toEqual({ format: "ready-made" });
});

test("starts a custom template with that of the kind, and keeps what was written", () => {
  const json = withFormat(createRouteDraft(), "json", kind);
  expect(json.template).toBe(kind.template);
  const text = withFormat(json, "text", kind);
  expect(text.template).toContain("{{ content }}");
  const written = withFormat({ ...text, template: "mine {{ content }}" }, "json", kind);
  expect(written.template).toBe("mine {{ content }}");
  expect(withFormat(written, "scan", kind)).toMatchObject({ format: "scan" });
});
