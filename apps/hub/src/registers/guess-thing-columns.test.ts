import fc from "fast-check";
import { expect, it } from "vitest";
import { guessColumnsFor } from "./guess-columns.ts";
import { listUsed } from "./import-columns.ts";
import { parseTable } from "./table.ts";

const guess = async (list: string) => {
  const table = await parseTable(Buffer.from(list), { kind: "stock" });
  if (!table.ok) throw new Error(table.reason);
  const guessed = guessColumnsFor("stock", table.value);
  return Object.fromEntries(Object.entries(guessed).filter(([, column]) => column !== undefined));
};

// The names of the columns are those of the exports as of 2026.
const homebox =
  "HB.import_ref,HB.location,HB.tags,HB.asset_id,HB.archived,HB.url,HB.name,HB.quantity,HB.low_stock_threshold,HB.description,HB.insured,HB.notes,HB.purchase_price,HB.manufacturer,HB.model_number,HB.serial_number\n" +
  "a1,Home / Garage,Tools,000-001,false,http://x/1,Drill,1,,,false,,99,Bosch,GSR 12,SN-88211\n" +
  "a2,Home / Attic,Tools; Wood,000-002,false,http://x/2,Screws,250,100,,false,,3,,,\n";
const snipeIt =
  "ID,Company,Asset Name,Asset Tag,Serial,Model,Model No.,Category,Status,Checked Out To,Location,Default Location,Manufacturer,Purchase Date,Notes\n" +
  "1,ACM,,A-0001,C02ABC123,MacBook Air,A1,Laptops,Deployed,Ada,Berlin,Berlin,Apple,,\n" +
  "2,ACM,Loan,A-0002,C02ABC124,MacBook Air,A1,Laptops,Ready,,Paris,Berlin,Apple,,\n";
const snipeItConsumables =
  "Name,Category,Model No.,Item No.,Min. QTY,Total,Remaining,Location,Purchase Cost\nToner,Ink,T1,I-77,2,10,7,Berlin,3\n";
const grocy =
  "id,name,description,product_group,location,qu_stock,min_stock_amount,amount,barcode\n1,Flour,,Baking,Pantry,kg,1,2.5,4006381333931\n";
const inventreeStock =
  "ID,Part,Quantity,Serial Number,Batch Code,Location,In Stock,Part.Name,Part.Description,Part.IPN,Location.Name,Location.Path,SKU,MPN\n" +
  "1,7,10.00000,,B1,4,True,R 10k,Resistor,R-10K,Drawer 1,Lab/Drawer 1,SUP-1,MPN-1\n" +
  "2,7,5.00000,,B2,5,True,R 10k,Resistor,R-10K,Drawer 2,Lab/Drawer 2,SUP-1,MPN-1\n";
const inventreeParts =
  "ID,Name,Description,IPN,Category,Category Name,Units,Minimum Stock,In Stock,Default Location\n7,R 10k,Resistor,R-10K,3,Resistors,,100,15,4\n";

it.each([
  [
    homebox,
    {
      ...{ label: "HB.name", key: "HB.asset_id", moreKeys: ["HB.serial_number"], group: "HB.tags" },
      ...{ quantity: "HB.quantity", minimum: "HB.low_stock_threshold", place: "HB.location" },
    },
  ],
  [
    snipeIt,
    {
      ...{ label: "Model", key: "Asset Tag", moreKeys: ["Serial"], group: "Category" },
      place: "Location",
    },
  ],
  [
    snipeItConsumables,
    {
      ...{ label: "Name", key: "Item No.", group: "Category", minimum: "Min. QTY" },
      ...{ quantity: "Remaining", place: "Location" },
    },
  ],
  [
    grocy,
    {
      ...{ label: "name", key: "barcode", group: "product_group", minimum: "min_stock_amount" },
      ...{ unit: "qu_stock", quantity: "amount", place: "location" },
    },
  ],
  [
    inventreeStock,
    {
      ...{ label: "Part.Name", key: "SKU", moreKeys: ["Part.IPN", "MPN"] },
      ...{ quantity: "Quantity", place: "Location.Path" },
    },
  ],
  [
    inventreeParts,
    {
      ...{ label: "Name", key: "IPN", group: "Category Name", minimum: "Minimum Stock" },
      quantity: "In Stock",
    },
  ],
  [
    "SKU,EAN,Description,Qty,Bin,Reorder point\nS-1,4006381333931,Pens,12,A1,5\n",
    {
      ...{ label: "Description", key: "EAN", moreKeys: ["SKU"], quantity: "Qty", place: "Bin" },
      minimum: "Reorder point",
    },
  ],
  [
    "Artikelnummer;Bezeichnung;Bestand;Einheit;Lagerort\n4711;Mehl;2,5;kg;Regal 1\n",
    {
      ...{ label: "Bezeichnung", key: "Artikelnummer", quantity: "Bestand", unit: "Einheit" },
      place: "Lagerort",
    },
  ],
  [
    "Name,Code,Role\nShelf A,P-1,place\nTen,N-10,number card\nPens,S-1,\n",
    { label: "Name", key: "Code", role: "Role" },
  ],
  ["Name,Type,Barcode\nPens,Office,1\nInk,Office,1\n", { label: "Name" }],
  [
    "Name,Barcode,Qty\nPens,1,4\nInk,1,2\nCaps,2,2\nClips,2,2\n",
    { label: "Name", quantity: "Qty" },
  ],
  [
    "SKU,Name,Qty\nS1,M3 Screw,4\nS1,M3 screw,2\nS2,Nut,1\n",
    { label: "Name", key: "SKU", quantity: "Qty" },
  ],
  [
    "Position;Artikelnummer;Bezeichnung;Menge\n1;4711;Mehl;3\n2;4712;Reis;1\n",
    { label: "Bezeichnung", key: "Artikelnummer", quantity: "Menge" },
  ],
  ["Name,Qty,Platz\nPens,1,10.\nInk,2,20.\n", { label: "Name", quantity: "Qty" }],
  ["Name,Qty,Bin\nPens,1,7\nInk,2,7\n", { label: "Name", quantity: "Qty", place: "Bin" }],
  ["Name,Qty,Bin\nPens,1,1\nInk,2,A1\n", { label: "Name", quantity: "Qty", place: "Bin" }],
  [
    "Name,Unit,Qty\nFlour,kg,2 kg\nRice,kg,1.5 kg\n",
    { label: "Name", quantity: "Qty", unit: "Unit" },
  ],
  ["Name,Qty\nPens,5 pcs\nInk,3 Pack\n", { label: "Name", quantity: "Qty" }],
  ['Name,Qty\nPens,"1,250"\n', { label: "Name", quantity: "Qty" }],
  ["Name,Stock\nPens,12:00\nInk,at home\n", { label: "Name" }],
  ["4006381333931,Pens\n4006381333948,Ink\n", { key: "Column 1", label: "Column 2" }],
  ["Pens\nInk\n", { label: "Column 1" }],
])("%j is taken for %j", async (list, expected) => {
  expect(await guess(list)).toEqual(expected);
});

it("takes no column twice, and only columns that there are", () => {
  const column = fc.oneof(
    fc.string(),
    fc.constantFrom("Name", "Item", "Part", "EAN", "SKU", "Serial", "Qty", "Bin", "Unit", "Type"),
  );
  fc.assert(
    fc.property(
      fc.uniqueArray(column, { minLength: 1 }),
      fc.array(fc.array(fc.string(), { maxLength: 5 }), { maxLength: 4 }),
      fc.boolean(),
      (columns, rows, hasHeader) => {
        const used = listUsed(guessColumnsFor("stock", { columns, rows, hasHeader }));
        expect(new Set(used).size).toBe(used.length);
        expect(columns).toEqual(expect.arrayContaining(used));
      },
    ),
  );
});
