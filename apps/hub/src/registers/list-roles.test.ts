import { expect, it } from "vitest";
import { namesOwnRole, readRole } from "./list-roles.ts";

it("a role is read from the words of several languages, whatever their case", () => {
  expect(
    ["Member", "SCHÜLER", " shelf ", "Étagère", "Mengenkarte", "", "Objeto", "gadget"].map(
      readRole,
    ),
  ).toEqual(["person", "person", "place", "place", "number", "article", "article", undefined]);
});

it("a role belongs to the lists of some kinds", () => {
  const kinds = (cell: string) =>
    (["check-in", "stock", "loans", "inspection"] as const).filter((kind) =>
      namesOwnRole(cell, kind),
    );
  expect(kinds("member")).toEqual(["loans"]);
  expect(kinds("place")).toEqual(["stock", "inspection"]);
  expect(kinds("number")).toEqual(["stock"]);
  expect(kinds("thing")).toEqual(["stock", "loans", "inspection"]);
});
