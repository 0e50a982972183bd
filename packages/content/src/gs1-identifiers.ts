import { type Gs1Format, parseGs1Format } from "./gs1-formats.ts";

/**
 * The application identifiers of the GS1 Barcode Syntax Dictionary (release of 2026-01-27), one per
 * line: the identifier, the format of its value (see {@link parseGs1Format}) and its name. A star,
 * as in `310*`, stands for the digit with the number of decimal places. The text after the colon of
 * a format is the unit of an amount, and is empty for money.
 */
const table = `
00 n18c Shipping container code (SSCC)
01 n14c Product (GTIN)
02 n14c Contained product (GTIN)
03 n14c Made-to-order product (GTIN)
10 x..20 Batch or lot
11 month Production date
12 month Due date for payment
13 month Packaging date
15 month Best before
16 month Sell by
17 month Expiration date
20 n2 Product variant
21 x..20 Serial number
22 x..20 Consumer product variant
235 x..28 Third-party serial number
240 x..30 Additional product identification
241 x..30 Customer part number
242 n..6 Made-to-order variation
243 x..20 Packaging component
250 x..30 Secondary serial number
251 x..30 Source entity
253 n13c[x..17] Document type
254 x..20 Location extension
255 n13c[n..12] Coupon number
30 n..8 Variable count
310* n6:kg Net weight
311* n6:m Length
312* n6:m Width
313* n6:m Height
314* n6:m² Area
315* n6:l Net volume
316* n6:m³ Net volume
320* n6:lb Net weight
321* n6:in Length
322* n6:ft Length
323* n6:yd Length
324* n6:in Width
325* n6:ft Width
326* n6:yd Width
327* n6:in Height
328* n6:ft Height
329* n6:yd Height
330* n6:kg Gross weight
331* n6:m Gross length
332* n6:m Gross width
333* n6:m Gross height
334* n6:m² Gross area
335* n6:l Gross volume
336* n6:m³ Gross volume
337* n6:kg/m² Weight per area
340* n6:lb Gross weight
341* n6:in Gross length
342* n6:ft Gross length
343* n6:yd Gross length
344* n6:in Gross width
345* n6:ft Gross width
346* n6:yd Gross width
347* n6:in Gross height
348* n6:ft Gross height
349* n6:yd Gross height
350* n6:in² Area
351* n6:ft² Area
352* n6:yd² Area
353* n6:in² Gross area
354* n6:ft² Gross area
355* n6:yd² Gross area
356* n6:ozt Net weight
357* n6:oz Net weight
360* n6:qt Net volume
361* n6:gal Net volume
362* n6:qt Gross volume
363* n6:gal Gross volume
364* n6:in³ Net volume
365* n6:ft³ Net volume
366* n6:yd³ Net volume
367* n6:in³ Gross volume
368* n6:ft³ Gross volume
369* n6:yd³ Gross volume
37 n..8 Number of products contained
390* n..15: Amount payable
391* n3+n..15 Amount payable, with currency
392* n..15: Price of a variable measure
393* n3+n..15 Price of a variable measure, with currency
394* n4:% Discount
395* n6: Price per unit
400 x..30 Purchase order
401 x..30 Consignment (GINC)
402 n17c Shipment (GSIN)
403 x..30 Routing code
410 n13c Ship to (GLN)
411 n13c Bill to (GLN)
412 n13c Purchased from (GLN)
413 n13c Ship for (GLN)
414 n13c Location (GLN)
415 n13c Invoicing party (GLN)
416 n13c Production or service location (GLN)
417 n13c Party (GLN)
420 x..20 Ship to postal code
421 n3+x..9 Ship to postal code, with country
422 n3 Country of origin
423 n3[n3][n3][n3][n3] Countries of initial processing
424 n3 Country of processing
425 n3[n3][n3][n3][n3] Countries of disassembly
426 n3 Country of all processing
427 x..3 Region of origin
4300 x..35% Ship to company
4301 x..35% Ship to contact
4302 x..70% Ship to address
4303 x..70% Ship to address, line 2
4304 x..70% Ship to suburb
4305 x..70% Ship to town
4306 x..70% Ship to region
4307 x2 Ship to country
4308 x..30 Ship to telephone
4309 n20 Ship to coordinates
4310 x..35% Return to company
4311 x..35% Return to contact
4312 x..70% Return to address
4313 x..70% Return to address, line 2
4314 x..70% Return to suburb
4315 x..70% Return to town
4316 x..70% Return to region
4317 x2 Return to country
4318 x..20 Return to postal code
4319 x..30 Return to telephone
4320 x..35% Service
4321 n1 Dangerous goods
4322 n1 Authority to leave
4323 n1 Signature required
4324 monthMinute Deliver not before
4325 monthMinute Deliver not after
4326 date Release date
4330 n6[h1] Maximum temperature (0.01 °F)
4331 n6[h1] Maximum temperature (0.01 °C)
4332 n6[h1] Minimum temperature (0.01 °F)
4333 n6[h1] Minimum temperature (0.01 °C)
7001 n13 NATO stock number
7002 x..30 Meat cut
7003 minute Expiration date and time
7004 n..4 Active potency
7005 x..12 Catch area
7006 date First freeze date
7007 dates Harvest date
7008 x..3 Fish species
7009 x..10 Fishing gear
7010 x..2 Production method
7011 dateOrMinute Test by date
7020 x..20 Refurbishment lot
7021 x..20 Functional status
7022 x..20 Revision status
7023 x..30 Assembly (GIAI)
7030 n3+x..27 Processor, with country
7031 n3+x..27 Processor 1, with country
7032 n3+x..27 Processor 2, with country
7033 n3+x..27 Processor 3, with country
7034 n3+x..27 Processor 4, with country
7035 n3+x..27 Processor 5, with country
7036 n3+x..27 Processor 6, with country
7037 n3+x..27 Processor 7, with country
7038 n3+x..27 Processor 8, with country
7039 n3+x..27 Processor 9, with country
7040 n1+x3 Unique identification code
7041 x..4 Freight unit type
710 x..20 Healthcare number (Germany)
711 x..20 Healthcare number (France)
712 x..20 Healthcare number (Spain)
713 x..20 Healthcare number (Brazil)
714 x..20 Healthcare number (Portugal)
715 x..20 Healthcare number (United States)
716 x..20 Healthcare number (Italy)
717 x..20 Healthcare number (Costa Rica)
7230 x2+x..28 Certification
7231 x2+x..28 Certification 1
7232 x2+x..28 Certification 2
7233 x2+x..28 Certification 3
7234 x2+x..28 Certification 4
7235 x2+x..28 Certification 5
7236 x2+x..28 Certification 6
7237 x2+x..28 Certification 7
7238 x2+x..28 Certification 8
7239 x2+x..28 Certification 9
7240 x..20 Protocol
7241 n2 Media type
7242 x..25 Version
7250 fullDate Date of birth
7251 fullMinute Date and time of birth
7252 n1 Biological sex
7253 x..40% Family name
7254 x..40% Given name
7255 x..10 Name suffix
7256 x..90% Full name
7257 x..70% Address of the person
7258 x3 Birth sequence
7259 x..40% Baby of family
8001 n14 Roll product
8002 x..20 Mobile telephone
8003 n1+n13c[x..16] Returnable asset (GRAI)
8004 x..30 Asset (GIAI)
8005 n6 Price per unit of measure
8006 n14c+n4 Piece of a product
8007 x..34i Bank account (IBAN)
8008 hour Production date and time
8009 x..50 Sensor
8010 y..30 Component (CPID)
8011 n..12 Component serial number
8012 x..20 Software version
8013 x..25p Model (GMN)
8014 x..25p Master device (MUDI)
8017 n18c Service provider (GSRN)
8018 n18c Service recipient (GSRN)
8019 n..10 Service instance
8020 x..25 Payment slip
8026 n14c+n4 Contained pieces
8030 z..90 Digital signature
8040 n15 Mobile equipment (IMEI)
8041 n15 Second mobile equipment (IMEI2)
8042 n32 eSIM
8043 n18[n..2] Physical SIM
8110 x..70 Coupon
8111 n4 Loyalty points
8112 x..70 Paperless coupon
8200 x..70 Product page
90 x..30 Agreed between partners
91 x..90 Internal to a company
92 x..90 Internal to a company
93 x..90 Internal to a company
94 x..90 Internal to a company
95 x..90 Internal to a company
96 x..90 Internal to a company
97 x..90 Internal to a company
98 x..90 Internal to a company
99 x..90 Internal to a company
`;

export type Gs1Identifier = Gs1Format & {
  name: string;
  /** The unit of an amount, "" for money; undefined for a value that is not an amount. */
  unit?: string | undefined;
};

const identifiers: ReadonlyMap<string, Gs1Identifier> = new Map(
  table.trim().split("\n").map(parseLine),
);

/** The identifiers as in the table, where a star may stand for the last digit. */
export const gs1Identifiers: readonly string[] = [...identifiers.keys()];

/** Returns the definition of an application identifier; undefined if it is not assigned. */
export function findGs1Identifier(digits: string): Gs1Identifier | undefined {
  const decimals = /^\d{3}(\d)$/.exec(digits)?.[1];
  if (decimals !== undefined && Number(decimals) <= maxDecimals(digits)) {
    const amount = identifiers.get(`${digits.slice(0, 3)}*`);
    if (amount) return amount;
  }
  return /^\d+$/.test(digits) ? identifiers.get(digits) : undefined;
}

/** Returns the maximum number of decimal places of an amount with this identifier. */
function maxDecimals(digits: string): number {
  if (digits.startsWith("394")) return 3;
  return digits.startsWith("39") && !digits.startsWith("395") ? 9 : 5;
}

function parseLine(line: string): [string, Gs1Identifier] {
  const [, identifier, format, unit, name] = /^(\S+) ([^\s:]+)(?::(\S*))? (.+)$/.exec(line)!;
  const parsed = parseGs1Format(format!);
  return [identifier!, { ...parsed, name: name!, unit }];
}
