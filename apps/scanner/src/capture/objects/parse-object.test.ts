import { papers, sizeWarnings } from "@scanhook/objects";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type KeptObject,
  madeBases,
  makeProblems,
  newObject,
  pictureProblems,
} from "./kept-object.ts";
import { parseObject } from "./parse-object.ts";

const size = fc.double({ min: 0, max: 1e9, noNaN: true });
const made = fc.record({
  at: fc.nat(),
  base: fc.constantFrom(...madeBases),
  measures: fc.record({
    box: fc.record({ length: size, width: size, height: size }),
    volume: size,
    area: size,
    uncertainty: fc.record({ length: size, width: size, height: size, volume: size }),
  }),
  warnings: fc.subarray([...sizeWarnings]),
  isGuess: fc.boolean(),
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
  {
    id: fc.uuid(),
    width: fc.nat(),
    height: fc.nat(),
    pass: fc.constantFrom(1 as const, 2 as const),
    cell: fc.nat(),
  },
  { requiredKeys: ["id", "width", "height", "pass"] },
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

test("an object that was kept before there was a second pass has its pictures in the first one", () => {
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
  const before = {
    id: crypto.randomUUID(),
    createdAt: 1764061200000,
    changedAt: 1764061260000,
    name: "Stone box",
    paper: "a4",
    ruler: 97,
    pictures: [
      { id: first, width: 1280, height: 960, cell: 3 },
      { id: second, width: 1280, height: 960 },
    ],
    pictureBytes: 512_000,
    unused: { [second]: "mat-not-seen" },
    isSmall: false,
    attempts: 0,
    made: {
      measures: {
        box: { length: 80.1, width: 55.2, height: 44.6 },
        volume: 190_000,
        area: 21_000,
        uncertainty: { length: 0.4, volume: 3_000 },
      },
      hullOnly: false,
      hullShare: 0.31,
      triangles: 29_812,
      checkError: { millimeters: 0.12, corners: 96 },
      at: 1764061260000,
      bytes: 2_400_000,
      seconds: 31.5,
    },
  };
  expect(stored(parseObject(before))).toEqual({
    ...before,
    pictures: before.pictures.map((picture) => ({ ...picture, pass: 1 })),
    made: {
      ...before.made,
      measures: {
        ...before.made.measures,
        uncertainty: { length: 0.4, width: 0.4, height: 0.4, volume: 3_000 },
      },
      warnings: [],
      isGuess: false,
      base: "flat",
    },
  });
});

test("anything else is refused, as is an id that leads to other files", () => {
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
