import fc from "fast-check";
import { expect, it } from "vitest";
import { guessColumns, guessColumnsFor } from "./guess-columns.ts";
import { parseTable } from "./table.ts";

const guess = async (list: string, rules = {}) => {
  const table = await parseTable(Buffer.from(list));
  return table.ok ? guessColumns(table.value, rules) : table;
};

it.each([
  ["ticket,name\nT-1,Ada\n", { key: "ticket", label: "name" }],
  ["Name,E-Mail,Table\nAda,ada@example.org,7\n", { label: "Name", group: "Table" }],
  [
    "First name,Last name,Company\nAda,Lovelace,ACM\n",
    { label: "First name", lastName: "Last name" },
  ],
  ["First name,Name\nAda,Ada Lovelace\nAlan,Alan Turing\n", { label: "Name" }],
  ["First name,Last name,Full name\nAda,King,Ada King\n,,Alan Turing\n", { label: "Full name" }],
  ["First name,Last name,Name\n,,Ada King\n,,Alan Turing\n", { label: "Name" }],
  [
    "First name,Last name,Full name\nAda,King,Ada King\nAlan,Turing,\n",
    { label: "First name", lastName: "Last name" },
  ],
  ["First name,Last name,Guest\nAda,King,yes\n", { label: "First name", lastName: "Last name" }],
  ["Name;Vorname;Tisch\nKing;Ada;7\n", { label: "Vorname", lastName: "Name", group: "Tisch" }],
  ["Nom;Prénom\nKing;Ada\n", { label: "Prénom", lastName: "Nom" }],
  [
    "Nombre;Apellidos;Entrada\nAda;King;X1\n",
    { key: "Entrada", label: "Nombre", lastName: "Apellidos" },
  ],
  ["Imię;Nazwisko;Kod\nAda;King;X1\n", { key: "Kod", label: "Imię", lastName: "Nazwisko" }],
  ["Имя;Фамилия;Билет\nАда;Кинг;X1\n", { key: "Билет", label: "Имя", lastName: "Фамилия" }],
  ["氏名,コード,グループ\n山田太郎,X1,A\n", { key: "コード", label: "氏名", group: "グループ" }],
  [
    "Order code,Ticket type,Attendee name,Secret,Notes\nA,VIP,Ada,s1,\nA,VIP,Alan,s2,\n",
    { key: "Secret", group: "Ticket type", label: "Attendee name", attention: "Notes" },
  ],
  ["Vorname,Ticketnummer\nAda,T-1\n", { key: "Ticketnummer", label: "Vorname" }],
  ["Gast,Ticket\nAda,VIP\nAlan,VIP\n", { label: "Gast", group: "Ticket" }],
  ["Name,Postcode,Dress code\nAda,SW1,black\n", { label: "Name" }],
  ["Nr,Gast\n1,Ada\n2,Alan\n", { label: "Gast" }],
  ["Bestellnummer,Gast\n4711-0815,Ada\n4711-0816,Alan\n", { key: "Bestellnummer", label: "Gast" }],
  ["Tag,Gast\nFreitag,Ada\n", { label: "Gast" }],
  ["Gast,UID\nAda,04A2B3C4D5E6F7\n", { label: "Gast", uid: "UID" }],
  ["Ann\nBob\nCem\n", { label: "Column 1" }],
  ["T-0001,Ada Lovelace\nT-0002,Grace Hopper\n", { key: "Column 1", label: "Column 2" }],
  ["Ada,ada@example.org\nAlan,alan@example.org\n", { label: "Column 1" }],
])("%j is taken for %j", async (list, expected) => {
  expect(await guess(list)).toEqual(expected);
});

it("takes the mail addresses for codes where a register reads contacts", async () => {
  const list = "Name,E-Mail\nAda,ada@example.org\n";
  expect(await guess(list, { contacts: true })).toEqual({ key: "E-Mail", label: "Name" });
});

it("takes neither notes nor mail addresses of leads for more than details", async () => {
  const table = await parseTable(Buffer.from("Name,Email,Note\nAda,ada@example.org,tea\n"));
  if (!table.ok) throw new Error(table.reason);
  expect(guessColumnsFor("leads", table.value, { contacts: true })).toEqual({ label: "Name" });
  expect(guessColumnsFor("check-in", table.value)).toEqual({ label: "Name", attention: "Note" });
});

it("takes no column twice, only columns that there are, and no name for a code", () => {
  const column = fc.oneof(
    fc.string(),
    fc.constantFrom("Name", "First name", "Last name", "ticket type", "ticket", "code", "uid"),
  );
  fc.assert(
    fc.property(
      fc.uniqueArray(column, { minLength: 1 }),
      fc.array(fc.array(fc.string(), { maxLength: 5 }), { maxLength: 4 }),
      fc.boolean(),
      (columns, rows, hasHeader) => {
        const guessed = guessColumns({ columns, rows, hasHeader });
        const used = Object.values(guessed).filter((name) => name !== undefined);
        expect(new Set(used).size).toBe(used.length);
        expect(columns).toEqual(expect.arrayContaining(used));
        if (hasHeader) expect(guessed.key ?? "").not.toMatch(/name/i);
      },
    ),
  );
});
