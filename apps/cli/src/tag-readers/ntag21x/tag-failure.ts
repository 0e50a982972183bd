import type { CommandFailure } from "../apdu.ts";
import type { Card } from "../card-readers.ts";
import { toUnreadable } from "../failure.ts";
import type { ChipFailure } from "./chip.ts";

/** `gone`: the tag was taken away; the next try begins again. */
export type TagFailure = { ok: false; kind: "gone" | "failed"; reason: string };

/** Tells a tag that was taken away from one that refuses something. */
export async function toTagFailure(
  card: Card,
  failure: CommandFailure | ChipFailure,
): Promise<TagFailure> {
  const { kind, reason } = "status" in failure ? await toUnreadable(card, failure) : failure;
  return { ok: false, kind: kind === "gone" ? kind : "failed", reason };
}
