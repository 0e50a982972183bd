import { keepFresh } from "../fresh.svelte.ts";
import { type DeliveryFilter, loadDeliveries } from "./deliveries.ts";
import { addOlder, type DeliveryList, renew } from "./delivery-list.ts";

const pageSize = 25;

/** The deliveries of a filter: the newest kept fresh, older ones on demand. Has to be closed. */
export function openDeliveries(filter: Omit<DeliveryFilter, "ids">) {
  let list: DeliveryList | undefined = $state.raw();
  let loadingOlder = $state(false);
  let olderProblem = $state("");
  let anew = false;
  const stop = new AbortController();

  const fresh = keepFresh(async (signal) => {
    const answer = await loadDeliveries(filter, { limit: pageSize }, signal);
    if (answer.ok) list = renew(anew ? undefined : list, answer.data);
    anew &&= !answer.ok;
    return answer;
  });

  async function loadOlder(): Promise<void> {
    if (loadingOlder || list?.next === undefined) return;
    loadingOlder = true;
    const page = { before: list.next, limit: pageSize };
    const answer = await loadDeliveries(filter, page, stop.signal);
    loadingOlder = false;
    if (stop.signal.aborted) return;
    olderProblem = answer.ok ? "" : answer.message;
    if (answer.ok) list = addOlder(list, answer.data);
  }

  return {
    get list() {
      return list;
    },
    get problem() {
      return fresh.problem || olderProblem;
    },
    get loadingOlder() {
      return loadingOlder;
    },
    loadOlder,
    /** Everything anew, from the newest on: many have changed. */
    restart(): Promise<void> {
      anew = true;
      return fresh.refresh();
    },
    refresh: fresh.refresh,
    close() {
      stop.abort();
      fresh.close();
    },
  };
}

export type OpenDeliveries = ReturnType<typeof openDeliveries>;
