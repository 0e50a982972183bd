import { showKey } from "./shown-key.ts";

/**
 * If a guess succeeds less often than once in this many tries, guessing at a door is not
 * worthwhile.
 */
const minSafeTries = 1_000_000;

/**
 * How many characters of each class somebody who guesses has to try. Other characters only separate
 * groups and are easily known.
 */
const classSizes = { digit: 10, capital: 26, small: 26, other: 1 };

/** Only this many characters of a code are counted. Further ones do not make it any safer. */
const maxCountedPositions = 64;

/** The characters that codes of one length have at one position. */
type Position = { first: string; isSame: boolean; classes: Set<keyof typeof classSizes> };

/**
 * Creates a counter of the codes in a list that somebody who knows their form could guess. Codes of
 * the same length are judged together: a position at which all have the same character needs no
 * guess, and at the others all characters of the classes that occur there are equally likely. UIDs
 * of tags are not counted, because nobody types them.
 */
export function createGuessing() {
  const groupByLength = new Map<number, { codes: number; positions: Position[] }>();
  return {
    /** Adds the keys of an entry, in the form of `keys.ts`. */
    add(keys: readonly string[]): void {
      for (const key of keys) {
        if (!/^[tg]:/.test(key)) continue;
        const code = showKey(key).slice(0, maxCountedPositions);
        const group = groupByLength.get(code.length) ?? { codes: 0, positions: [] };
        groupByLength.set(code.length, group);
        group.codes += 1;
        for (let index = 0; index < code.length; index++) {
          const character = code[index]!;
          const position = group.positions[index] ?? newPosition(character);
          group.positions[index] = position;
          if (position.first !== character) position.isSame = false;
          position.classes.add(classOf(character));
        }
      }
    },
    /** Returns how many of the added codes are guessable. */
    count(): number {
      let guessable = 0;
      for (const { codes, positions } of groupByLength.values()) {
        const tries = positions.reduce(
          (product, position) => product * countChoices(position, codes),
          1 / codes,
        );
        if (tries < minSafeTries) guessable += codes;
      }
      return guessable;
    },
  };
}

/**
 * Returns how many characters have to be tried at a position. If there is only one code, no
 * character counts as fixed.
 */
function countChoices({ isSame, classes }: Position, codes: number): number {
  if (isSame && codes > 1) return 1;
  return [...classes].reduce((sum, name) => sum + classSizes[name], 0);
}

function newPosition(first: string): Position {
  return { first, isSame: true, classes: new Set() };
}

function classOf(character: string): keyof typeof classSizes {
  if (character >= "0" && character <= "9") return "digit";
  if (character >= "A" && character <= "Z") return "capital";
  return character >= "a" && character <= "z" ? "small" : "other";
}
