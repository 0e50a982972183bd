import type { Sent } from "../destinations/sender.ts";
import type { Delivery, ForwardingStore } from "../store/forwarding.ts";
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
  store: Pick<ForwardingStore, "claimOne" | "deliveryOf">;
  forwarder: Pick<Forwarder, "node" | "sendNow" | "whyNot">;
}): Through {
  const { store, forwarder } = parts;
  /** By delivery: a scan that comes again meanwhile gets the same answer. */
  const underWay = new Map<number, Promise<ThroughAnswer>>();

  async function send(delivery: number, { destination }: ThroughRoute): Promise<ThroughAnswer> {
    const timeoutMs = toTimeout(destination.settings.timeout);
    const say = (why: string) => keep(destination.title ?? destination.name, why);
    const why = forwarder.whyNot(destination);
    if (why) return { kind: "failed", message: say(reasons[why]) };
    const claimed = await store.claimOne(forwarder.node, delivery);
    if (!claimed) return { kind: "silent", message: say("is being asked already") };
    const how = { timeoutMs, answerBytes, mayShow };
    const result = await forwarder.sendNow(claimed, how);
    if (result.kind === "not-sent") {
      const kind = result.why === "busy" ? "silent" : "failed";
      return { kind, message: say(reasons[result.why]) };
    }
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
    const answering = send(delivery, through).finally(() => underWay.delete(delivery));
    underWay.set(delivery, answering);
    return answering;
  }

  /** A scan that came again gets what the first got, or is sent now when that is still to come. */
  async function answerAgain(scan: number, through: ThroughRoute): Promise<ThroughAnswer> {
    const delivery = await store.deliveryOf(scan, through.route.id);
    if (!delivery) return { kind: "stored" };
    if (delivery.state === "pending") return answerPending(delivery.id, through);
    const say = (why: string) => keep(through.destination.title ?? through.destination.name, why);
    if (delivery.state === "dropped") return { kind: "failed", message: say("does not get it") };
    return delivery.state === "delivered"
      ? toKnownAnswer(delivery)
      : { kind: "failed", message: say("did not take it; it was given up") };
  }

  async function answerPending(delivery: number, through: ThroughRoute): Promise<ThroughAnswer> {
    const { destination } = through;
    const message = keep(destination.title ?? destination.name, reasons.held);
    return destination.state === "on" ? sendOnce(delivery, through) : { kind: "failed", message };
  }

  return {
    async answer(through, appended) {
      const { destination } = through;
      const name = destination.title ?? destination.name;
      try {
        if (appended.repeat) return await answerAgain(appended.id, through);
        const delivery = appended.deliveries?.[through.index] ?? 0;
        if (delivery === 0) return { kind: "stored" };
        if (destination.state === "dropping") {
          return { kind: "failed", message: keep(name, "is switched off and does not get it") };
        }
        return await answerPending(delivery, through);
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        return { kind: "failed", message: keep(name, `could not be asked just now${goesOn}`) };
      }
    },
  };
}

const goesOn = "; the hub goes on trying";
const reasons: Record<NotSent, string> = {
  held: "is held and gets it when it is switched on again",
  down: `has not been answering${goesOn}`,
  busy: `has too much to do just now${goesOn}`,
  closing: "gets it later, because the hub is shutting down",
};

function keep(name: string, why: string): string {
  return `The scan is kept, but “${name}” ${why}.`;
}

/** Whatever a destination says to a scan is for the person with the scanner, except that it cannot take it just now. */
function mayShow(sent: Sent): boolean {
  if (sent.kind === "delivered") return true;
  const { status } = sent;
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

function toKnownAnswer({ lastAttempt }: Delivery): ThroughAnswer {
  if (lastAttempt?.status === undefined) return { kind: "stored" };
  const { status, answer = "" } = lastAttempt;
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
