// Measures the CPU time of every reader of what strangers write, on hostile texts of three sizes.
// node bench/hostile.ts [--only keysOf] [--all]; exits 1 when a reader takes over 50 ms for 1 MiB,
// besides the time of JSON.parse.
import { parseArgs } from "node:util";
import { cpuOf } from "../scripts/testing/cpu-of.ts";
import { type HostileReader, hostileReaders } from "../scripts/testing/hostile-readers.ts";
import { describeMachine } from "./machine.ts";

const maxMs = 50;
const sizes = [65_536, 262_144, 1_048_576];
/** Readers that take less are left out of the table. */
const shownMs = 5;

const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, all: { type: "boolean", default: false } },
});

console.log(`bench/hostile: ${describeMachine()}`);
console.log(
  "ms of CPU time for 64 KiB, 256 KiB and 1 MiB, the least of three tries;",
  "then the last one as a multiple of JSON.parse or split",
);
const readers = hostileReaders.filter(({ name }) => name.includes(values.only));
let slow = 0;
for (const reader of readers) if (await isSlow(reader)) slow += 1;
console.log(`${readers.length} readers and texts, ${slow} over ${maxMs} ms for 1 MiB`);
process.exitCode = slow > 0 ? 1 : 0;

/** Prints the times of a reader if they are worth a line. Returns whether it takes too long. */
async function isSlow({ name, make, read }: HostileReader): Promise<boolean> {
  for (let round = 0; round < 3; round += 1) await read(make(4096));
  const texts = sizes.map((size) => {
    const text = make(size);
    // A text of many parts is joined when its first character is read.
    text.charCodeAt(0);
    return text;
  });
  const times: number[] = [];
  for (const text of texts) times.push(await cpuOf(() => read(text)));
  const last = times.at(-1)!;
  const onePass = await cpuOf(() => passOnce(texts.at(-1)!));
  const isOver = last - (isJson(texts.at(-1)!) ? onePass : 0) > maxMs;
  if (values.all || last > shownMs) {
    const cells = times.map((time) => time.toFixed(1).padStart(8));
    const ratio = `${(last / onePass).toFixed(1).padStart(6)} x`;
    console.log(`${name.padEnd(56)}${cells.join("")}${ratio}${isOver ? `  OVER ${maxMs}` : ""}`);
  }
  return isOver;
}

/** Reads a text once as a function of JavaScript does, and makes a value of each part. */
function passOnce(text: string): unknown {
  return isJson(text) ? JSON.parse(text) : text.split("");
}

function isJson(text: string): boolean {
  return text.startsWith("{");
}
