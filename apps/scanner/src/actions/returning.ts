import { mount, unmount } from "svelte";
import ReturnOffer from "./ReturnOffer.svelte";
import type { ReturnAddress } from "./return-url.ts";
import { codeValues, type Scanned, tagValues } from "./return-values.ts";

let stop: (() => void) | undefined;

/**
 * Gets ready to offer the way back after the next scans of this tab. What was scanned before this call is none of them.
 * The answer makes the offer; it holds until the tab is left, it is taken, or another link comes.
 */
export async function prepareReturn(tab: string, address: ReturnAddress): Promise<() => void> {
  const scans = await (tab === "nfc" ? tagScans() : codeScans());
  const since = scans()[0]?.number ?? 0;
  return () => {
    stopReturning();
    const offer = mount(ReturnOffer, {
      target: document.body,
      props: { tab, address, scans, since, onend: stopReturning },
    });
    stop = () => void unmount(offer);
  };
}

export function stopReturning(): void {
  stop?.();
  stop = undefined;
}

async function codeScans(): Promise<() => Scanned[]> {
  const { scanning } = await import("../tabs/qr/QrTab.svelte");
  return () =>
    scanning.state.shots.map(({ number, outcome, reading }) => ({
      number,
      sending: outcome.kind === "sending",
      values: codeValues(reading),
    }));
}

async function tagScans(): Promise<() => Scanned[]> {
  const { reading } = await import("../tabs/nfc/NfcTab.svelte");
  return () =>
    reading.state.shots.map(({ number, outcome, reading }) => ({
      number,
      sending: outcome.kind === "sending",
      values: tagValues(reading),
    }));
}
