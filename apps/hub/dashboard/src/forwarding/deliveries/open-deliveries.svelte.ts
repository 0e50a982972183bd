import { startPolling } from "../../live/polling.svelte.ts";
import { type DeliveryFilter, loadDeliveries } from "./deliveries.ts";
import { addOlder, type DeliveryList, updateFirstPage } from "./delivery-list.ts";

const pageSize = 25;

/**
 * Opens the deliveries that match a filter: polls the newest page and loads older pages on demand.
 * Call `close` when done.
 */
export function openDeliveries(filter: Omit<DeliveryFilter, "ids">) {
  let list: DeliveryList | undefined = $state.raw();
  let isLoadingOlder = $state(false);
  let olderProblem = $state("");
  let isRestarting = false;
  const controller = new AbortController();

  const polling = startPolling(async (signal) => {
    const result = await loadDeliveries(filter, { limit: pageSize }, signal);
    if (result.ok) list = updateFirstPage(isRestarting ? undefined : list, result.data);
    isRestarting &&= !result.ok;
    return result;
  });

  async function loadOlder(): Promise<void> {
    if (isLoadingOlder || list?.next === undefined) return;
    isLoadingOlder = true;
    const page = { before: list.next, limit: pageSize };
    const result = await loadDeliveries(filter, page, controller.signal);
    isLoadingOlder = false;
    if (controller.signal.aborted) return;
    olderProblem = result.ok ? "" : result.message;
    if (result.ok) list = addOlder(list, result.data);
  }

  return {
    get list() {
      return list;
    },
    get problem() {
      return polling.problem || olderProblem;
    },
    get isLoadingOlder() {
      return isLoadingOlder;
    },
    loadOlder,
    /** Loads the list again from the newest delivery, after many have changed. */
    restart(): Promise<void> {
      isRestarting = true;
      return polling.refresh();
    },
    refresh: polling.refresh,
    close() {
      controller.abort();
      polling.close();
    },
  };
}

export type OpenDeliveries = ReturnType<typeof openDeliveries>;
