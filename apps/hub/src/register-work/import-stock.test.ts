import { describe, expect, it, vi } from "vitest";
import type { ImportOptions } from "./import.ts";
import { pens, useStockRegister } from "./testing/stock-register.ts";

const { opened, open, find, list, read, paste, stockOf } = useStockRegister();

describe("a list of articles", () => {
  it("adds the places that it names, and counts what is there", async () => {
    const dry = await paste(pens, { dry: true });
    const stock = {
      places: 2,
      counted: 3,
      same: 0,
      refused: 0,
      summed: 0,
      dropped: 0,
      droppedLines: [],
    };
    expect(dry).toMatchObject({ rows: 2, new: 2, made: 2, guessable: 0, stock });
    expect(dry.samples).toEqual([
      { code: "S-1", label: "Pens", quantity: 12, place: "A1" },
      { code: "F-1", label: "Flour", quantity: 2.5, place: "a1" },
    ]);
    expect(await list()).toEqual([]);
    expect(await paste(pens)).toMatchObject({ ...dry, stock });
    const random = expect.stringMatching(/^t:[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);
    expect(await list()).toMatchObject([
      { label: "A1", role: "place", keys: [random] },
      { label: "B2", role: "place", keys: [random] },
      { label: "Pens", minimum: 5000, keys: ["g:0104006381333931", "t:S-1"] },
      { label: "Flour", unit: "kg", keys: ["t:F-1"] },
    ]);
    expect(await stockOf("Pens")).toEqual({ A1: 12_000, B2: 3000 });
    expect(await stockOf("Flour")).toEqual({ A1: 2500 });
    const journal = await opened.store.movements((await find()).id, { limit: 10 });
    expect(journal.map(({ action, code, door, delta }) => ({ action, code, door, delta }))).toEqual(
      [2500, 3000, 12_000].map((delta) => ({
        ...{ action: "count", code: "counted", door: "by hand", delta },
      })),
    );
  });

  it("changes nothing when it is imported again, and counts only what differs", async () => {
    await paste(pens);
    const stock = { places: 0, counted: 0, same: 3, refused: 0 };
    expect(await paste(pens)).toMatchObject({ new: 0, changed: 0, same: 2, made: 0, stock });
    const other = await paste(pens.replace("12", "11"));
    expect(other.stock).toMatchObject({ counted: 1, same: 2 });
    expect(await stockOf("Pens")).toEqual({ A1: 11_000, B2: 3000 });
  });

  it("keeps what an entry has where it has no column for it", async () => {
    await paste(pens);
    expect(await paste("EAN,Name\n4006381333931,Pens\n")).toMatchObject({ same: 1, new: 0 });
    expect(await paste("Code,Name,Unit\nF-1,Wheat flour,kg\n")).toMatchObject({ changed: 1 });
    expect(await stockOf("Wheat flour")).toEqual({ A1: 2500 });
  });

  it("has roles, number cards, recalled lots and places by their codes", async () => {
    const text =
      'Code,Name,Role,Number,Recalled\nP-1,Shelf 1,Place,,\nN-1,12,number card,,\nN-2,A dozen,number,12,\nS-1,Pens,,,"L1; L2"\n';
    const options = { label: "Name", key: "Code", role: "Role", amount: "Number" };
    await paste(text, { ...options, recalled: "Recalled" });
    expect(await list()).toMatchObject([
      { label: "Shelf 1", role: "place" },
      { label: "12", role: "number", amount: 12_000 },
      { label: "A dozen", role: "number", amount: 12_000 },
      { label: "Pens", recalled: ["L1", "L2"] },
    ]);
    await paste("Code,Name,Qty,Place\nS-1,Pens,4,P-1\n");
    expect(await stockOf("Pens")).toEqual({ "Shelf 1": 4000 });
  });

  it("counts one of each where it has assets and no quantities", async () => {
    await paste("Asset Tag,Name,Location\nA-1,Laptop,Berlin\nA-2,Screen,Berlin\n");
    expect([await stockOf("Laptop"), await stockOf("Screen")]).toEqual([
      { Berlin: 1000 },
      { Berlin: 1000 },
    ]);
  });

  it("adds up the lines about the same place, and says so", async () => {
    const text = "Name,Qty,Place\nPens,1,A\nPens,2,a\nPens,4,B\n";
    expect((await paste(text)).stock).toMatchObject({ counted: 2, summed: 1 });
    expect(await stockOf("Pens")).toEqual({ A: 3000, B: 4000 });
    expect(await list()).toHaveLength(3);
    expect((await paste(text)).stock).toMatchObject({ counted: 0, same: 2 });
  });

  it("needs the code of a place whose name others have too", async () => {
    const rows = Array.from({ length: 1200 }, (_, n) => ({
      ...{ keys: [`t:P-${n}`], label: "Shelf", role: "place" as const, fields: {} },
    }));
    await opened.store.importEntries((await find()).id, rows, { label: "first", dry: false });
    expect(await read("Name,Qty,Place\nPens,1,shelf\n")).toEqual({
      ok: false,
      reason:
        "Nothing was imported: line 2 is at “shelf”, which several places are called; write a code.",
    });
    expect((await paste("Name,Qty,Place\nPens,1,P-1199\n")).stock).toMatchObject({ counted: 1 });
    const again = rows.map(() => "Shelf,place").join("\n");
    expect(await paste(`Name,Role\n${again}\n`)).toMatchObject({ same: 1200, made: 0 });
  });

  it("reads a stock once for a dry import of quantities", async () => {
    await paste(pens);
    const entries = vi.spyOn(opened.store, "entries");
    await paste(pens, { dry: true });
    expect(entries).toHaveBeenCalledTimes(1);
    entries.mockRestore();
  });

  it("joins the recalled lots of lines about an article, and says where others differ", async () => {
    const text =
      "SKU,Name,Qty,Place,Recalled,Min,Color\nS-1,Pens,1,A,L1,5,red\nS-1,Pens,2,B,L2;L1,5,blue\nS-1,Pens,3,C,,7,\nS-1,Pens,4,D,,,\n";
    const { stock } = await paste(text);
    expect(stock).toMatchObject({ counted: 4, summed: 0, dropped: 2, droppedLines: [3, 4] });
    expect((await list()).find(({ label }) => label === "Pens")).toMatchObject({
      ...{ recalled: ["L1", "L2"], minimum: 5000, fields: { Color: "red" } },
    });
    const more = Array.from({ length: 1001 }, (_, lot) => `S-1,Pens,1,A,X${lot}`).join("\n");
    expect(await read(`SKU,Name,Qty,Place,Recalled\n${more}\n`)).toEqual({
      ok: false,
      reason: "Nothing was imported: line 2 and later ones have more than 1000 recalled lots.",
    });
  });

  it("has one decimal sign in each column", async () => {
    await open({ withoutPlace: true });
    await paste("Bezeichnung;Menge;Meldebestand\nMehl;1.250;1.500\nReis;1.250,50;\n");
    expect(await list()).toMatchObject([
      { label: "Mehl", minimum: 1500, stock: [{ quantity: 1_250_000 }] },
      { label: "Reis", stock: [{ quantity: 1_250_500 }] },
    ]);
  });

  it("may have the same name for an article and a place", async () => {
    const text = "Name,Qty,Location\nToolbox,1,Garage\nHammer,2,Toolbox\n";
    expect((await paste(text)).stock).toMatchObject({ places: 2, counted: 2 });
    expect(await paste(text)).toMatchObject({ new: 0, same: 2, stock: { places: 0, same: 2 } });
  });

  it("says which quantities were left out, the first twenty of them, and why", async () => {
    const numbers = Array.from({ length: 22 }, (_, index) => index);
    const names = numbers.map((n) => `A-${n},Pens ${n}\nB-${n},Ink ${n}\n`);
    await paste(`SKU,Item\n${names.join("")}`);
    const mixed = numbers.map((n) => `A-${n},B-${n},Pens ${n},4,Bin\n`);
    const { conflict, stock } = await paste(
      `SKU,EAN,Item,Qty,Bin\n${mixed.join("")}C-1,,Caps,2,Bin\n`,
      { label: "Item", key: "SKU", moreKeys: ["EAN"], quantity: "Qty", place: "Bin" },
    );
    expect(conflict).toBe(22);
    expect(stock).toMatchObject({ counted: 1, refused: 22 });
    expect(stock!.refusals).toHaveLength(20);
    expect(stock!.refusals[0]).toEqual({ line: 2, text: "Its codes belong to several entries." });
  });

  it("counts also blocked articles, and in a closed stock", async () => {
    await paste(pens);
    const { id } = await find();
    const [, , article] = await list();
    await opened.store.changeEntry(id, article!.id, { blocked: true });
    await opened.store.changeRegister("parts", { rules: { closed: true } });
    const { stock } = await paste(pens.replace("12", "1").replace("2.5", "9"));
    expect(stock).toMatchObject({ counted: 2, refused: 0 });
  });

  it("without places is counted only where the stock books without them", async () => {
    await open({ withoutPlace: true });
    expect((await paste("Name,Qty\nPens,4\n")).stock).toMatchObject({ counted: 1, places: 0 });
    expect(await stockOf("Pens")).toEqual({ "": 4000 });
  });

  it("without places may say that there is nothing left", async () => {
    await open({ withoutPlace: true });
    await paste("Name,Qty\nPens,5\nInk,2\n");
    const { stock } = await paste("Name,Qty\nPens,0\nInk,2\n");
    expect(stock).toMatchObject({ counted: 1, same: 1 });
    expect(await stockOf("Pens")).toEqual({ "": 0 });
  });

  it("with places may lack both quantity and place", async () => {
    expect((await paste("Name,Qty,Place\nPens,0,\nInk,2,A\n")).stock).toMatchObject({
      ...{ counted: 1, same: 0, summed: 0 },
    });
  });

  it("blocks the articles that it lacks, and no place", async () => {
    await paste(pens);
    expect(await paste("Code,Name\nF-1,Flour\n", { replace: true })).toMatchObject({ blocked: 1 });
    expect((await list()).filter(({ blocked }) => blocked)).toMatchObject([{ label: "Pens" }]);
  });

  it.each([
    [
      "Name,Qty,Place\nPens,many,A\nInk,-1,A\nCaps,5000000000,A\nClips,1,A\n",
      "line 2 has a wrong Qty: “many” is no number; line 4 has a wrong Qty: “5000000000” is more than 1000000000",
    ],
    ["Name,Qty,Place\nInk,-1,A\n", "line 2 has -1, which nobody can count"],
    [
      "Name,Qty,Place\nPens,1,A\nInk,2,\n",
      "line 3 has 2 and no place in Place; name the place, leave out the quantity, or let this stock book without places",
    ],
    [
      "Name,Qty\nPens,1\n",
      "line 2 has 1 and no place; name the place, leave out the quantity, or let this stock book without places",
    ],
    ["Code,Name,Qty,Place\nS-1,Pens,1,A\nS-2,Ink,1,S-1\n", "line 3 is at “S-1”, which is no place"],
    [
      "Code,Name,Qty,Place\nS-1,Pens,1,A\nS-1,Ink,1,A\n",
      "lines 2 and 3 have the code S-1 and different names",
    ],
    [
      "Code,Name,Role\nS-1,Pens,gadget\n",
      "line 2 has the role “gadget”; write place, number or article",
    ],
    ["Code,Name,Role,Qty,Place\nS-1,Pens,place,2,A\n", "line 2 is a place and has a quantity"],
    ["Code,Name,Role\nN-1,Ten,number\n", "line 2 is a number card without a number above zero"],
    [
      "EAN,Name\n4.00638E+12,Pens\n",
      "line 2 has the code 4.00638E+12, which a spreadsheet has rounded; format its column as text",
    ],
    ["Code,Name\nS-1,Pens\nS-1,Pens\n", "lines 2 and 3 have the same code S-1"],
  ])("%j is refused with the lines", async (text, problems) => {
    const names: Record<string, keyof ImportOptions> = {
      ...{ Name: "label", Code: "key", EAN: "key", Role: "role", Qty: "quantity", Place: "place" },
    };
    const header = text.slice(0, text.indexOf("\n")).split(",");
    const options = Object.fromEntries(header.map((name) => [names[name]!, name]));
    const reason = `Nothing was imported: ${problems}.`;
    expect(await read(text, options)).toEqual({ ok: false, reason });
    expect(await list()).toEqual([]);
  });

  it("does not change a unit or a role while there is a quantity", async () => {
    await paste(pens);
    expect(await read(pens.replace("kg", "g"))).toEqual({
      ok: false,
      reason:
        "Nothing was imported: line 4 changes the unit of Flour, of which there are 2.5 kg; count them to 0 first.",
    });
    const [a1] = await list();
    const code = a1!.keys[0]!.slice(2);
    const options = { label: "Name", key: "Code", role: "Role" };
    expect(await read(`Code,Name,Role\n${code},A1,article\n`, options)).toMatchObject({
      ok: false,
      reason: "Nothing was imported: line 2 changes the role of A1, which has a quantity.",
    });
  });

  it("is not for a check-in", async () => {
    await opened.store.addRegister({ name: "gala", kind: "check-in", rules: {} });
    expect(await read("Name,Qty\nAda,1\n", { label: "Name", quantity: "Qty" }, "gala")).toEqual({
      ok: false,
      reason:
        "Only lists of the kind stock have quantities; this register is of the kind check-in.",
    });
  });
});
