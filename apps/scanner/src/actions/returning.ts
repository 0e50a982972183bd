import { withTexts } from "@scanhook/texts/lazy-texts";
import { mount, unmount } from "svelte";
import type { ReturnAddress } from "../links/return-url.ts";
import ReturnOffer from "./ReturnOffer.svelte";
import { type ReturnableScan, toCodeValues, toTagValues } from "./return-values.ts";

let removeOffer: (() => void) | undefined;

/**
 * Prepares to offer sending the next scans of a tab back to `address`. Earlier scans do not count.
 * Returns a function that starts the offer, which lasts until the tab is left, the offer is
 * accepted, or another link is followed.
 */
export async function prepareReturn(tab: string, address: ReturnAddress): Promise<() => void> {
  const scans = await (tab === "nfc" ? loadTagScans() : loadCodeScans());
  const since = scans()[0]?.number ?? 0;
  return () => {
    stopReturning();
    const offer = mount(ReturnOffer, {
      target: document.body,
      props: { tab, address, scans, since, onend: stopReturning },
    });
    removeOffer = () => void unmount(offer);
  };
}

/** Removes the offer, if one is shown. */
export function stopReturning(): void {
  removeOffer?.();
  removeOffer = undefined;
}

async function loadCodeScans(): Promise<() => ReturnableScan[]> {
  const { codeScanning } = await withTexts(import("../tabs/qr/QrTab.svelte"));
  return () =>
    codeScanning.session.scans.map(({ number, outcome, reading }) => ({
      number,
      sending: outcome.kind === "sending",
      values: toCodeValues(reading),
    }));
}

async function loadTagScans(): Promise<() => ReturnableScan[]> {
  const { tagScanning } = await withTexts(import("../tabs/nfc/NfcTab.svelte"));
  return () =>
    tagScanning.session.scans.map(({ number, outcome, reading }) => ({
      number,
      sending: outcome.kind === "sending",
      values: toTagValues(reading),
    }));
}
