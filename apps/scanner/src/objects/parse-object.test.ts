import { papers } from "@scanhook/objects";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type KeptObject, makeProblems, newObject, pictureProblems } from "./kept-object.ts";
import { parseObject } from "./parse-object.ts";

const size = fc.double({ min: 0, max: 1e9, noNaN: true });
const made = fc.record({
  at: fc.nat(),
  measures: fc.record({
    box: fc.record({ length: size, width: size, height: size }),
    volume: size,
    area: size,
    uncertainty: fc.record({ length: size, volume: size }),
  }),
  hullOnly: fc.boolean(),
  hullShare: fc.double({ min: 0, max: 1, noNaN: true }),
  triangles: fc.nat(),
  checkError: fc.option(fc.record({ millimeters: size, corners: fc.nat() }), { nil: undefined }),
  bytes: fc.nat(),
  seconds: size,
});
const captured = fc.record({
  at: fc.nat(),
  box: fc.record({ length: size, width: size, height: size }),
  pictures: fc.nat(),
  bytes: fc.nat(),
});
const picture = fc.record(
  { id: fc.uuid(), width: fc.nat(), height: fc.nat(), cell: fc.nat() },
  { requiredKeys: ["id", "width", "height"] },
);
const object: fc.Arbitrary<KeptObject> = fc.record({
  id: fc.uuid(),
  createdAt: fc.nat(),
  changedAt: fc.nat(),
  name: fc.string(),
  paper: fc.constantFrom(...papers),
  ruler: fc.option(size, { nil: undefined }),
  pictures: fc.array(picture, { maxLength: 5 }),
  pictureBytes: fc.nat(),
  unused: fc.dictionary(fc.uuid(), fc.constantFrom(...pictureProblems), { noNullPrototype: true }),
  isSmall: fc.boolean(),
  attempts: fc.nat(),
  problem: fc.option(fc.constantFrom(...makeProblems), { nil: undefined }),
  made: fc.option(made, { nil: undefined }),
  captured: fc.option(captured, { nil: undefined }),
});

const stored = (value: unknown) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>;

test("a stored object comes back as it was", () => {
  fc.assert(
    fc.property(object, (kept) => {
      // JSON has no negative zero.
      expect(stored(parseObject(stored(kept)))).toEqual(stored(kept));
    }),
  );
  expect(parseObject(stored(newObject("Cup", "letter", 5)))).toMatchObject({
    name: "Cup",
    paper: "letter",
  });
});

test("anything else is no object, and an id that leads to other files is refused", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const parsed = parseObject(value);
      expect(parsed === undefined || typeof parsed.id === "string").toBe(true);
    }),
  );
  const kept = stored(newObject("Cup", "a4"));
  expect(parseObject({ ...kept, id: "../rooms" })).toBeUndefined();
  expect(
    parseObject({ ...kept, pictures: [{ id: "../rooms", width: 1, height: 1 }] }),
  ).toBeUndefined();
  expect(parseObject({ ...kept, made: { measures: { box: {} } } })?.made).toBeUndefined();
});
