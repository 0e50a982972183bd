import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type LabelReport, loadRegisterWork } from "@scanhook/hub";
import { parseArguments } from "../../input/arguments.ts";
import { describeUnreadable } from "../../input/unreadable-file.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { fail, withRegister } from "./access.ts";
import { accessOptions, labelOptions, registerUsage } from "./usage.ts";

/** `scanhook register labels`: writes sheets of QR codes to print. */
export async function printLabels(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, { ...labelOptions, ...accessOptions }, ["NAME"]);
  if (!input.ok) return wrongUse(io, input.reason, registerUsage);
  const { out, paper = "a4", group, role, search: text, json } = input.values;
  if (out === undefined)
    return wrongUse(io, "Name the file to write with --out FILE.pdf.", registerUsage);
  if (paper !== "a4" && paper !== "letter" && paper !== "roll62")
    return wrongUse(io, `--paper is a4, letter or roll62, not "${paper}".`, registerUsage);
  if (role !== undefined && !isLabelRole(role))
    return wrongUse(
      io,
      `--role is place, number, person or article, not "${role}".`,
      registerUsage,
    );
  const name = input.positionals[0] ?? "";
  return withRegister(input.values, name, io, async (store, register) => {
    const { openLabels } = await loadRegisterWork();
    const labels = await openLabels(store, register, { paper, text, group, role });
    if (!labels)
      return fail(
        io,
        `No such ${nouns[register.kind]} has a code that can be printed; "scanhook register codes ${name}" makes codes.`,
      );
    let report = { printed: 0, unprintable: 0, shortened: 0, tooLong: 0 };
    async function* chunks(): AsyncGenerator<Buffer> {
      report = yield* labels!;
    }
    try {
      await pipeline(Readable.from(chunks()), createWriteStream(out));
    } catch (error) {
      return fail(io, `${out} cannot be written: ${describeUnreadable(error)}.`);
    }
    io.stdout.write(json ? `${JSON.stringify(report)}\n` : formatReport(report, out));
    return 0;
  });
}

const labelRoles = ["place", "number", "person", "article"] as const;

function isLabelRole(role: string): role is (typeof labelRoles)[number] {
  return labelRoles.some((each) => each === role);
}

const nouns = { "check-in": "guest", stock: "entry", loans: "entry", inspection: "entry" };

function formatReport(
  { printed, unprintable, shortened, tooLong }: LabelReport,
  out: string,
): string {
  const unprintableNote =
    unprintable > 0
      ? ` ${unprintable} lack a name or a detail in a script that cannot be printed.`
      : "";
  const shortenedNote =
    shortened > 0 ? ` ${shortened} have only a part of a name or a detail that is too long.` : "";
  const tooLongNote =
    tooLong > 0 ? ` ${tooLong} were left out, because their codes are too long.` : "";
  const labels = printed === 1 ? "label" : "labels";
  return `Wrote ${printed} ${labels} to ${out}.${unprintableNote}${shortenedNote}${tooLongNote}\n`;
}
