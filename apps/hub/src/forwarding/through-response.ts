import type { SendResult } from "../destinations/sender.ts";
import type { Delivery } from "../store/deliveries.ts";
import type { DestinationRecord } from "../store/routing.ts";
import type { Appended, ForwardingStore } from "../store/store.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import { say } from "../texts/exact-message.ts";
import type { Forwarder } from "./forwarder.ts";
import type { WhyNotSent } from "./lane-status.ts";
import type { ThroughRoute } from "./plan.ts";

/**
 * The response that the sender of a scan gets over a `through` route. `stored`: there is no
 * delivery to wait for, or it was made without a response, so the hub only confirms that the scan
 * is stored. `answered`: the destination's own response. `silent`: no response came in time.
 * `failed`: the delivery was not made. `message` says that the scan is kept and what becomes of it.
 */
export type ThroughResponse =
  | { kind: "stored" }
  | { kind: "answered"; status: number; body: string; contentType: string }
  | { kind: "failed" | "silent"; message: string };

export type ThroughResponder = {
  /**
   * Returns the response for a scan that was just stored, or received again. Rejects only on a bug.
   */
  respond(through: ThroughRoute, appended: Appended): Promise<ThroughResponse>;
};

const defaultTimeoutMs = 10_000;
/** The scanner waits for 15 seconds. */
const maxTimeoutMs = 14_000;
const maxResponseBytes = 64 * 1024;

/**
 * Creates a responder, which sends the deliveries of `through` routes immediately and turns their
 * results into responses for the scanner.
 */
export function createThroughResponder(parts: {
  store: Pick<ForwardingStore, "deliveryOf">;
  forwarder: Pick<Forwarder, "sendNow">;
}): ThroughResponder {
  const { store, forwarder } = parts;
  /** Responses by delivery, until it is settled: a repeat of the scan gets the same one. */
  const underWay = new Map<number, Promise<ThroughResponse>>();

  async function send(
    delivery: number,
    through: ThroughRoute,
    onSettled: () => void,
  ): Promise<ThroughResponse> {
    const { destination } = through;
    const requestTimeoutMs = toTimeoutMs(destination.settings.timeout);
    const name = { destination: titleOf(destination) };
    const request = { timeoutMs: requestTimeoutMs, maxResponseBytes, mayShow, onSettled };
    const result = await forwarder.sendNow(delivery, request);
    if (result.kind === "not-sent") return explainNotSent(through, result.why);
    const { sent } = result;
    if (mayShow(sent)) return toResponse(sent.status ?? 200, sent.response, sent.contentType);
    if (sent.kind === "failed" && sent.fault === "scan") {
      return { kind: "failed", message: say("scan-kept-unfit", name) };
    }
    if (sent.status !== undefined) {
      const message = say("scan-kept-answered", { ...name, status: `${sent.status}` });
      return { kind: "failed", message };
    }
    return isTimeout(sent, requestTimeoutMs)
      ? { kind: "silent", message: say("scan-kept-silent", name) }
      : { kind: "failed", message: say("scan-kept-unreachable", name) };
  }

  function sendOnce(delivery: number, through: ThroughRoute): Promise<ThroughResponse> {
    const existing = underWay.get(delivery);
    if (existing) return existing;
    const sending = send(delivery, through, () => underWay.delete(delivery));
    underWay.set(delivery, sending);
    return sending;
  }

  /**
   * Returns the response that the first scan got. If its delivery is still pending, the delivery is
   * sent now.
   */
  async function respondToRepeat(scan: number, through: ThroughRoute): Promise<ThroughResponse> {
    const { route, destination, why } = through;
    const delivery = await store.deliveryOf(scan, route.id);
    if (!delivery) return { kind: "stored" };
    switch (delivery.state) {
      case "pending":
        return why ? explainNotSent(through, why) : sendOnce(delivery.id, through);
      case "dropped":
        return {
          kind: "failed",
          message: say("scan-kept-not-sent", { destination: titleOf(destination) }),
        };
      case "delivered":
      case "dead":
        return toStoredResponse(delivery, destination);
    }
  }

  return {
    async respond(through, appended) {
      const { why, index } = through;
      try {
        if (appended.repeat) return await respondToRepeat(appended.id, through);
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        return explainNotSent(through, "unknown");
      }
      const delivery = appended.deliveries?.[index] ?? 0;
      if (delivery === 0) return { kind: "stored" };
      return why ? explainNotSent(through, why) : sendOnce(delivery, through);
    },
  };
}

function explainNotSent({ route, destination }: ThroughRoute, why: WhyNotSent): ThroughResponse {
  const isOff = why === "held" && destination.state === "dropping";
  const mayExpire = why === "held" && route.expiresMs !== undefined;
  const reason = isOff ? "off" : mayExpire ? "held-may-expire" : why;
  const kind = why === "busy" || why === "taken" ? "silent" : "failed";
  return { kind, message: say(`scan-kept-${reason}`, { destination: titleOf(destination) }) };
}

function titleOf({ name, title = name }: DestinationRecord): string {
  return title;
}

/**
 * Returns whether the person with the scanner may see a response. Responses that mean "not now" or
 * ask for a password are not shown.
 */
function mayShow(sent: SendResult): boolean {
  return sent.kind === "delivered" || isRefusalForPerson(sent.status);
}

function isRefusalForPerson(status: number | undefined): status is number {
  if (status === undefined || status < 400 || status >= 500) return false;
  // 401 and 407 would make the scanner ask its user for a password that only the hub has.
  return ![401, 407, 408, 429].includes(status);
}

function isTimeout({ ms }: SendResult, timeoutMs: number): boolean {
  // Clocks and rounding may make the measured time a little shorter.
  return ms >= timeoutMs - 20;
}

/**
 * Returns the timeout of a `through` request. `seconds` is the setting of the destination. A value
 * longer than a person waits, such as the default for stored deliveries, is replaced by ten
 * seconds.
 */
function toTimeoutMs(seconds: unknown): number {
  const timeoutMs = typeof seconds === "number" ? seconds * 1000 : defaultTimeoutMs;
  return timeoutMs > maxTimeoutMs ? defaultTimeoutMs : timeoutMs;
}

function toResponse(status: number, body = "", contentTypeHeader = ""): ThroughResponse {
  const [mediaType = ""] = contentTypeHeader.split(";", 1);
  const isMediaType = /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(mediaType.trim());
  // The body was decoded by its own charset and goes out as UTF-8.
  const contentType = `${isMediaType ? mediaType.trim() : "text/plain"}; charset=utf-8`;
  return { kind: "answered", status, body, contentType };
}

function toStoredResponse(
  { state, lastAttempt }: Delivery,
  destination: DestinationRecord,
): ThroughResponse {
  const { status, answer = "" } = lastAttempt ?? {};
  if (state === "dead" && !isRefusalForPerson(status)) {
    const message = say("scan-kept-given-up", {
      destination: titleOf(destination),
    });
    return { kind: "failed", message };
  }
  if (status === undefined) return { kind: "stored" };
  return toResponse(status, answer, isJson(answer) ? "application/json" : "text/plain");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
