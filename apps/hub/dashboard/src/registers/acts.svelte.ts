import type { Verdict } from "../../../src/registers/verdict.ts";
import { notify } from "../announce.svelte.ts";
import type { Result } from "../api.ts";
import { callApi } from "../session.svelte.ts";
import { registerPath } from "./registers.ts";

/** An act by hand: `lend`, `return` or `inspect`, of a thing of a register. */
type Act = {
  register: string;
  entry: number;
  body: { action: string; holder?: number | undefined; due?: string | undefined };
};

/**
 * Opens the acts by hand of a page: an act that the rules refuse can be done anyway, and one whose
 * verdict asks questions waits for their answers. Calls `onchange` after each request.
 */
export function openActs(onchange: () => void) {
  let busy = $state(false);
  let problem = $state("");
  let refused: Act | undefined = $state.raw();
  let asked: Verdict | undefined = $state.raw();

  async function act(wanted: Act, forced = false): Promise<void> {
    if (busy) return;
    busy = true;
    const { register, entry, body } = wanted;
    const path = registerPath(register, "entries", entry, "act");
    const result = await callApi<Verdict>("POST", path, { ...body, forced });
    busy = false;
    take(result);
    refused = result.ok && result.data.result === "no" && !forced ? wanted : undefined;
    onchange();
  }

  function take(result: Result<Verdict>): void {
    const isRefused = result.ok && result.data.result === "no";
    problem = result.ok ? (isRefused ? result.data.text : "") : result.message;
    asked = result.ok && result.data.ask ? result.data : undefined;
    // A verdict that asks has either done nothing yet, or says itself what it did.
    if (result.ok && !isRefused && !asked?.ask?.before) notify(result.data.text);
  }

  return {
    get busy() {
      return busy;
    },
    /** A sentence about what went wrong or was refused. */
    get problem() {
      return problem;
    },
    /** The verdict whose questions are to be answered. */
    get asked() {
      return asked;
    },
    /** Whether the act was refused by a rule, so that `force` does it anyway. */
    get isRefused() {
      return refused !== undefined;
    },
    act: (wanted: Act) => act(wanted),
    force: async () => {
      if (refused) await act(refused, true);
    },
    /** Takes the verdict on the answers. */
    answered(verdict: Verdict): void {
      take({ ok: true, data: verdict });
      onchange();
    },
    /** Leaves the questions without answers. */
    skip(): void {
      asked = undefined;
    },
  };
}

export type Acts = ReturnType<typeof openActs>;
