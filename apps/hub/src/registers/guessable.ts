/** A guess that hits less often than once in so many tries is not worth trying at a door. */
const safeTries = 1_000_000;

/**
 * How many characters somebody who guesses has to try. Other characters separate, and are easily
 * known.
 */
const sizes = { digit: 10, capital: 26, small: 26, other: 1 };

/** Positions beyond this one do not make a code any safer. */
const maxPositions = 64;

/** The characters that codes of one length have at one position. */
type Position = { first: string; isSame: boolean; classes: Set<keyof typeof sizes> };

/**
 * Counts the codes of a list that somebody who knows how they look could find by trying. Codes of
 * one length are taken together: where all have the same character there is nothing to guess, and
 * elsewhere all digits, or all letters, are equally likely. UIDs of tags are not counted, because
 * nobody types them.
 */
export function createGuessing() {
  const lengths = new Map<number, { codes: number; positions: Position[] }>();
  return {
    /** Adds the keys of an entry, as in `keys.ts`. */
    add(keys: readonly string[]): void {
      for (const key of keys) {
        if (!key.startsWith("t:")) continue;
        const code = key.slice(2, 2 + maxPositions);
        const group = lengths.get(code.length) ?? { codes: 0, positions: [] };
        lengths.set(code.length, group);
        group.codes += 1;
        for (let at = 0; at < code.length; at++) {
          const character = code[at]!;
          const position = group.positions[at] ?? newPosition(character);
          group.positions[at] = position;
          if (position.first !== character) position.isSame = false;
          position.classes.add(classOf(character));
        }
      }
    },
    count(): number {
      let guessable = 0;
      for (const { codes, positions } of lengths.values()) {
        const tries = positions.reduce(
          (product, position) => product * choices(position, codes),
          1 / codes,
        );
        if (tries < safeTries) guessable += codes;
      }
      return guessable;
    },
  };
}

/** A single code says nothing about which of its characters are fixed. */
function choices({ isSame, classes }: Position, codes: number): number {
  if (isSame && codes > 1) return 1;
  return [...classes].reduce((sum, name) => sum + sizes[name], 0);
}

function newPosition(first: string): Position {
  return { first, isSame: true, classes: new Set() };
}

function classOf(character: string): keyof typeof sizes {
  if (character >= "0" && character <= "9") return "digit";
  if (character >= "A" && character <= "Z") return "capital";
  return character >= "a" && character <= "z" ? "small" : "other";
}
