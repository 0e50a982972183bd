import type { PlacedState, Tally } from "./register.ts";

/**
 * The finding of a round about an entry at a place, compared with the register: as much as
 * expected, more or less, something that is expected elsewhere, something that the register had
 * nowhere, nothing of what is expected, or different quantities by different users of a recount.
 */
export type DifferenceKind = (typeof differenceKinds)[number];

export const differenceKinds = [
  "found",
  "different",
  "elsewhere",
  "new",
  "missing",
  "disputed",
] as const;

/** Quantities are in thousandths of the unit. `delta` is what applying the round adds. */
export type Difference = {
  place: number;
  kind: DifferenceKind;
  counted: number;
  booked: number;
  delta: number;
  /** A sentence that the owner should read before applying it. */
  note?: string | undefined;
};

/** The count of a user, also with how much was booked at the place at the first scan. */
export type CountedTally = Tally & { firstBooked: number };

/** The facts about one entry that a round is compared with. */
export type RoundFacts = {
  tallies: readonly CountedTally[];
  states: readonly PlacedState[];
  /** The places that were visited, with how much was added there since, by place. */
  addedSinceVisit: ReadonlyMap<number, number>;
  isUnnamed: boolean;
  recount: boolean;
  single: boolean;
};

/**
 * Compares what was counted of an entry with the register. A movement during the round does not
 * spoil it: a count is compared with what was booked when it was made, and only what was at a
 * visited place before and is still there can be missing. Nothing is said about other places,
 * except that a single thing that was counted elsewhere is no longer where it was.
 */
export function compareRound(facts: RoundFacts): Difference[] {
  const { tallies, states, addedSinceVisit, single } = facts;
  const standing = tallies.filter(({ counts }) => counts > 0);
  const counted = Map.groupBy(standing, ({ place }) => place);
  const isAtTwo = single && new Set(standing.filter(isSome).map(({ place }) => place)).size > 1;
  const found = [...counted]
    .map(([place, there]) => compareTallies(facts, place, { there, isAtTwo }))
    .filter(({ kind, counted, booked }) => kind === "disputed" || counted !== 0 || booked !== 0);
  const wasMoved = single && found.some(({ kind }) => kind === "elsewhere");
  const missing = states.flatMap(({ place, quantity }) => {
    if (counted.has(place)) return [];
    const added = addedSinceVisit.get(place);
    const expected = added === undefined ? (wasMoved ? quantity : 0) : quantity - added;
    return expected > 0 || (quantity < 0 && added !== undefined)
      ? [toDifference(place, "missing", { counted: 0, booked: quantity < 0 ? quantity : expected })]
      : [];
  });
  return [...found, ...missing].sort((a, b) => a.place - b.place);
}

function isSome({ quantity }: CountedTally): boolean {
  return quantity !== 0;
}

function compareTallies(
  { states, isUnnamed, recount }: RoundFacts,
  place: number,
  { there: tallies, isAtTwo }: { there: readonly CountedTally[]; isAtTwo: boolean },
): Difference {
  const last = tallies.reduce((a, b) => (b.countedAt >= a.countedAt ? b : a));
  const { booked } = last;
  const quantities = tallies.map(({ quantity }) => quantity);
  const isDisputed = isAtTwo || (recount && new Set(quantities).size > 1);
  const counted = recount ? last.quantity : quantities.reduce((sum, each) => sum + each, 0);
  if (isDisputed) {
    const counts = tallies.map(({ door, quantity }) => `${quantity / 1000} by ${door}`).join(", ");
    const note = isAtTwo
      ? `Counted here (${counts}) and at another place. Count it again.`
      : `Counted differently: ${counts}. Count it again.`;
    return { ...toDifference(place, "disputed", { counted, booked }), delta: 0, note };
  }
  const here = states.find((state) => state.place === place);
  if (here?.status === "counted" && here.since > last.countedAt)
    return {
      ...toDifference(place, "found", { counted, booked }),
      delta: 0,
      note: "It was counted by hand since, and that is booked.",
    };
  const isMoved = tallies.some(({ firstBooked }) => firstBooked !== booked);
  const note = isMoved
    ? "It was moved while it was counted. Count it again if in doubt."
    : undefined;
  return { ...toDifference(place, findKind(), { counted, booked }), note };

  function findKind(): DifferenceKind {
    if (counted === booked) return "found";
    if (counted === 0 && booked > 0) return "missing";
    if (booked !== 0) return "different";
    const isElsewhere = states.some((state) => state.place !== place && state.quantity > 0);
    return isElsewhere && !isUnnamed ? "elsewhere" : "new";
  }
}

function toDifference(
  place: number,
  kind: DifferenceKind,
  { counted, booked }: { counted: number; booked: number },
): Difference {
  return { place, kind, counted, booked, delta: counted - booked };
}
