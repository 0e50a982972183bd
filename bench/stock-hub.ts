// The hub of bench/stock: the inboxes `add`, `remove` and `count` feed a register with so many
// articles at a thousand places and so many movements, and `plain` feeds none. `lend` and `inspect`
// feed loans and an inspection of the same articles. The register `small`
// has 20,000 articles, all of which are counted in an open round. A second node on the same
// database finds them there.
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { databaseName, openUpdatedStore } from "@scanhook/hub";
import { Client } from "pg";
import { hashPassword } from "../apps/hub/src/login/passwords.ts";
import { hashSecret } from "../apps/hub/src/login/secrets.ts";
import { serveHub } from "./serve-hub.ts";
import {
  placeCount,
  toArticleCode,
  toPersonCode,
  toPlaceCode,
  toUser,
  userCount,
} from "./stock-parts.ts";

const [dir, password, articles, movements, database] = process.argv.slice(2) as [
  ...[string, string, string, string],
  string?,
];
const token = `shk_${password.replaceAll(" ", "-")}`;
const roundArticles = 20_000;

const store = await openUpdatedStore({ dataDir: dir, database });
const isFirst = await store.addInbox({ name: "add", open: false });
let ids = { parts: 0, small: 0 };
if (isFirst) {
  for (const name of ["remove", "count", "plain", "lend", "inspect"])
    await store.addInbox({ name, open: false });
  const hash = await hashPassword(password);
  for (const inbox of ["add", "remove", "count", "plain", "lend", "inspect"])
    for (let n = 0; n < userCount; n++) await store.setCredential(inbox, toUser(n), hash);
  await store.addToken({ name: "bench", hash: hashSecret(token), person: 1, scopes: ["all"] });
  for (const name of ["parts", "small"])
    await store.addRegister({ name, kind: "stock", rules: { belowZero: "look" } });
  for (const action of ["add", "remove", "count"] as const)
    await store.bindInbox(action, { register: "parts", action, answer: "always-2xx" });
  const questions = [{ key: "seal", label: "Seal", type: "pass-fail" } as const];
  const borrowed = { entriesFrom: "parts" };
  await store.addRegister({
    name: "lent",
    kind: "loans",
    rules: { loanFor: "7 days" },
    ...borrowed,
  });
  await store.addRegister({ name: "fire", kind: "inspection", rules: { questions }, ...borrowed });
  const binding = { answer: "always-2xx" } as const;
  await store.bindInbox("lend", { register: "lent", action: "lend-or-return", ...binding });
  await store.bindInbox("inspect", { register: "fire", action: "inspect", ...binding });
  const find = async (name: string) =>
    (await store.registers()).find((register) => register.name === name)!.id;
  ids = { parts: await find("parts"), small: await find("small") };
  await fill(ids.parts, Number(articles));
  await fill(ids.small, roundArticles);
}
await store.close();
if (isFirst) {
  const statements = [
    ...addMovements(ids.parts, Number(articles), Number(movements)),
    ...addRound(ids.small),
  ];
  if (database === undefined) {
    const db = new DatabaseSync(join(dir, databaseName));
    db.exec(statements.map((statement) => statement("sqlite")).join(";\n"));
    db.close();
  } else {
    const client = new Client({ connectionString: database });
    await client.connect();
    for (const statement of statements) await client.query(statement("postgres"));
    await client.query("ANALYZE");
    await client.end();
  }
}

await serveHub(dir, ...(database === undefined ? [] : ["--database", database]));

/** Imports the places, the people and then the articles, so that their ids are consecutive. */
async function fill(register: number, count: number): Promise<void> {
  const all = [
    ...Array.from({ length: placeCount }, (_, n) => ({
      ...{ keys: [`t:${toPlaceCode(n)}`], label: `Shelf ${n}`, role: "place" as const, fields: {} },
    })),
    ...Array.from({ length: userCount }, (_, n) => ({
      ...{
        keys: [`t:${toPersonCode(n)}`],
        label: `Person ${n}`,
        role: "person" as const,
        fields: {},
      },
    })),
    ...Array.from({ length: count }, (_, n) => ({
      ...{ keys: [`t:${toArticleCode(n)}`], label: `Article ${n} of the long shelf`, fields: {} },
    })),
  ];
  for (let start = 0; start < all.length; start += 1000)
    await store.importEntries(register, all.slice(start, start + 1000), {
      ...{ label: "bench", dry: false },
    });
}

type Statement = (database: "sqlite" | "postgres") => string;

/** The numbers from 0 on, in the column `n`. */
function numbers(database: "sqlite" | "postgres", count: number): string {
  return database === "postgres"
    ? `generate_series(0, ${count - 1}) AS series (n)`
    : `(WITH RECURSIVE series (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM series WHERE n < ${count - 1}) SELECT n FROM series)`;
}

/** Adds movements that put pieces on the shelves, and the states that they add up to. */
function addMovements(register: number, articles: number, movements: number): Statement[] {
  const first = `(SELECT min(id) FROM entries WHERE register = ${register} AND role IS NULL)`;
  const place = `(SELECT min(id) FROM entries WHERE register = ${register} AND role = 'place')`;
  const each = Math.floor(movements / articles);
  return [
    (database) => `INSERT INTO movements
      (register, entry, at, door, action, result, code, inside, admitted, version, prior, place, delta, forced)
      SELECT ${register}, first.id + n % ${articles}, 1700000000000 + n, 'user-0', 'add', 'yes', 'added',
        0, 0, 1 + n / ${articles}, n / ${articles}, place.id + n % ${placeCount}, 1000, ${database === "sqlite" ? "0" : "false"}
      FROM ${numbers(database, movements)}, (SELECT ${first} AS id) AS first, (SELECT ${place} AS id) AS place`,
    (database) => `INSERT INTO states
      (register, entry, place, status, quantity, since, door, uses, version, effective)
      SELECT ${register}, first.id + n, place.id + n % ${placeCount}, 'booked', ${each} * 1000,
        1700000000000, 'user-0', 0, ${each}, ${each}
      FROM ${numbers(database, articles)}, (SELECT ${first} AS id) AS first, (SELECT ${place} AS id) AS place`,
  ];
}

/** Begins a round in which a tenth of the articles differ, and books 5 pieces of each before. */
function addRound(register: number): Statement[] {
  const first = `(SELECT min(id) FROM entries WHERE register = ${register} AND role IS NULL)`;
  const place = `(SELECT min(id) FROM entries WHERE register = ${register} AND role = 'place')`;
  return [
    (database) => `INSERT INTO states
      (register, entry, place, status, quantity, since, door, uses, version, effective)
      SELECT ${register}, first.id + n, place.id + n % ${placeCount}, 'booked', 5000, 1700000000000,
        'user-0', 0, 1, 1
      FROM ${numbers(database, roundArticles)}, (SELECT ${first} AS id) AS first, (SELECT ${place} AS id) AS place`,
    (database) => {
      const no = database === "sqlite" ? "0" : "false";
      return `INSERT INTO rounds (register, blind, recount, first_movement, began_at)
        SELECT ${register}, ${no}, ${no}, coalesce(max(id), 0), 1700000000000 FROM movements`;
    },
    (database) => `INSERT INTO round_places (round, place, door, movement)
      SELECT (SELECT max(id) FROM rounds), place.id + n, 'user-0', (SELECT max(id) FROM movements)
      FROM ${numbers(database, placeCount)}, (SELECT ${place} AS id) AS place`,
    (database) => `INSERT INTO tallies
      (round, entry, place, door, counts, quantity, booked, first_booked, counted_at, version)
      SELECT (SELECT max(id) FROM rounds), first.id + n, place.id + n % ${placeCount}, 'user-0', 1,
        CASE WHEN n % 2 = 0 THEN 4000 ELSE 6000 END, 5000, 5000, 1700000000002, 1
      FROM ${numbers(database, roundArticles)}, (SELECT ${first} AS id) AS first, (SELECT ${place} AS id) AS place`,
  ];
}
