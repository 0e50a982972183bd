import type { Sent } from "../destinations/sender.ts";
import type { Delivery, DestinationRecord, ForwardingStore } from "../store/forwarding.ts";
import { type Appended, StoreUnavailable } from "../store/store.ts";
import type { Forwarder, NotSent } from "./forwarder.ts";
import type { ThroughRoute } from "./plan.ts";

/**
 * What the scanner is told. `stored`: there is no answer of a destination, and none is missing. `silent`: none came in
 * time. The sentence says that the scan is kept, and what becomes of it.
 */
export type ThroughAnswer =
  | { kind: "stored" }
  | { kind: "answered"; status: number; body: string; contentType: string }
  | { kind: "failed" | "silent"; message: string };

const usualMs = 10_000;
/** The scanner waits for 15 seconds. */
const longestMs = 14_000;
const answerBytes = 64 * 1024;

export type Through = {
  /** The destination's answer to a scan that was stored just now, or came again. Never throws. */
  answer(through: ThroughRoute, appended: Appended): Promise<ThroughAnswer>;
};

/** Passes scans through: sends at once what the scanner waits for. */
export function createThrough(parts: {
  store: Pick<ForwardingStore, "deliveryOf">;
  forwarder: Pick<Forwarder, "sendNow">;
}): Through {
  const { store, forwarder } = parts;
  /** By delivery, until it is settled: a scan that comes again meanwhile gets the same answer. */
  const underWay = new Map<number, Promise<ThroughAnswer>>();

  async function send(
    delivery: number,
    { destination }: ThroughRoute,
    onSettled: () => void,
  ): Promise<ThroughAnswer> {
    const timeoutMs = toTimeout(destination.settings.timeout);
    const say = (why: string) => keep(destination, why);
    const how = { timeoutMs, answerBytes, mayShow, onSettled };
    const result = await forwarder.sendNow(delivery, how);
    if (result.kind === "not-sent") return refuse(destination, result.why);
    const { sent } = result;
    if (mayShow(sent)) return toAnswer(sent.status ?? 200, sent.answer, sent.contentType);
    if (sent.kind === "failed" && sent.fault === "scan") {
      return { kind: "failed", message: say("cannot be sent it in this shape; it was given up") };
    }
    if (sent.status !== undefined) {
      return { kind: "failed", message: say(`answered ${sent.status}${goesOn}`) };
    }
    return isTimeout(sent, timeoutMs)
      ? { kind: "silent", message: say(`did not answer in time${goesOn}`) }
      : { kind: "failed", message: say(`could not be reached${goesOn}`) };
  }

  function sendOnce(delivery: number, through: ThroughRoute): Promise<ThroughAnswer> {
    const known = underWay.get(delivery);
    if (known) return known;
    const answering = send(delivery, through, () => underWay.delete(delivery));
    underWay.set(delivery, answering);
    return answering;
  }

  /** A scan that came again gets what the first got, or is sent now when that is still to come. */
  async function answerAgain(scan: number, through: ThroughRoute): Promise<ThroughAnswer> {
    const { route, destination, why } = through;
    const delivery = await store.deliveryOf(scan, route.id);
    if (!delivery) return { kind: "stored" };
    switch (delivery.state) {
      case "pending":
        return why ? refuse(destination, why) : sendOnce(delivery.id, through);
      case "dropped":
        return { kind: "failed", message: keep(destination, "does not get it") };
      case "delivered":
      case "dead":
        return toKnownAnswer(delivery, destination);
    }
  }

  return {
    async answer(through, appended) {
      const { destination, why, index } = through;
      try {
        if (appended.repeat) return await answerAgain(appended.id, through);
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        return refuse(destination, "unknown");
      }
      const delivery = appended.deliveries?.[index] ?? 0;
      if (delivery === 0) return { kind: "stored" };
      return why ? refuse(destination, why) : sendOnce(delivery, through);
    },
  };
}

function refuse(destination: DestinationRecord, why: NotSent): ThroughAnswer {
  const isOff = why === "held" && destination.state === "dropping";
  const reason = isOff ? "is switched off and does not get it" : reasons[why];
  const kind = why === "busy" || why === "taken" ? "silent" : "failed";
  return { kind, message: keep(destination, reason) };
}

const goesOn = "; the hub goes on trying";
const reasons: Record<NotSent, string> = {
  held: "is held and gets it when it is switched on again",
  down: `has not been answering${goesOn}`,
  busy: `has too much to do just now${goesOn}`,
  taken: "is being asked already",
  unknown: `could not be asked just now${goesOn}`,
  closing: "gets it later, because the hub is shutting down",
};

function keep({ name, title }: DestinationRecord, why: string): string {
  return `The scan is kept, but “${title ?? name}” ${why}.`;
}

/** Whatever a destination says to a scan is for the person with the scanner, except that it cannot take it just now. */
function mayShow(sent: Sent): boolean {
  if (sent.kind === "delivered") return true;
  return isForPerson(sent.status);
}

function isForPerson(status: number | undefined): status is number {
  if (status === undefined || status < 400 || status >= 500) return false;
  // 401 and 407 would make the scanner ask its user for a password that is not his.
  return ![401, 407, 408, 429].includes(status);
}

function isTimeout({ ms }: Sent, timeoutMs: number): boolean {
  return ms >= timeoutMs - 20;
}

/** Seconds, as the destination was set to; the default of a stored delivery is longer than a person waits. */
function toTimeout(setting: unknown): number {
  const ms = typeof setting === "number" ? setting * 1000 : usualMs;
  return ms > longestMs ? usualMs : ms;
}

function toAnswer(status: number, body = "", type = ""): ThroughAnswer {
  const [media = ""] = type.split(";", 1);
  const isMedia = /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(media.trim());
  // It was read as UTF-8, whatever it was.
  const contentType = `${isMedia ? media.trim() : "text/plain"}; charset=utf-8`;
  return { kind: "answered", status, body, contentType };
}

function toKnownAnswer(
  { state, lastAttempt }: Delivery,
  destination: DestinationRecord,
): ThroughAnswer {
  const { status, answer = "" } = lastAttempt ?? {};
  if (state === "dead" && !isForPerson(status)) {
    return { kind: "failed", message: keep(destination, "did not take it; it was given up") };
  }
  if (status === undefined) return { kind: "stored" };
  return toAnswer(status, answer, isJson(answer) ? "application/json" : "text/plain");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
