import { Type } from "typebox";
import { type HubUrls, toPairLink } from "../../addresses/hub-urls.ts";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import { type Author, currentAuthor, runAs } from "../../login/author.ts";
import type { FailureLimit } from "../../login/failure-limit.ts";
import { hashPassword } from "../../login/passwords.ts";
import type { RememberedLogins } from "../../login/remembered-logins.ts";
import { findDenial, findReachDenial, rights } from "../../login/rights.ts";
import { createSecret, hashSecret } from "../../login/secrets.ts";
import type { Settings } from "../../settings/settings-table.ts";
import type { Store } from "../../store/store.ts";
import { exactMessage } from "../../texts/exact-message.ts";
import { changeRefusals, inboxNameSchema, refusals } from "../schemas.ts";

const minuteMs = 60_000;
const deviceSchema = Type.Optional(Type.String({ maxLength: 100 }));

/**
 * Creates a one-time code that gives one phone its own credentials for an inbox. In the journal of
 * changes, they are added by whoever made the code. That of a `person` works as long as they may
 * pair phones with the inbox.
 */
export async function createPairCode(
  store: Store,
  pairing: {
    inbox: string;
    device?: string | undefined;
    minutes: number;
    person?: number | undefined;
  },
): Promise<{ code: string; expiresAt: Date }> {
  const { inbox, device, minutes, person } = pairing;
  const code = createSecret(128);
  const expiresAt = new Date(Date.now() + minutes * minuteMs);
  const data = { inbox, device: device || undefined, author: currentAuthor() };
  await store.addCode({ hash: hashSecret(code), purpose: "pair", person, data, expiresAt });
  return { code, expiresAt };
}

const pairPath = "/api/inboxes/:name/pair";

/** Returns whether a person may still pair phones with an inbox. */
async function mayPair(store: Store, id: number, inbox: string): Promise<boolean> {
  const person = await store.person(id);
  if (!person) return false;
  const caller = { person, via: "session" } as const;
  return !findDenial(caller, rights.get(`POST ${pairPath}`)!) && !findReachDenial(caller, [inbox]);
}

/**
 * Serves `POST /api/inboxes/:name/pair`, which makes a link for the owner, and `POST /scan/pair`,
 * which exchanges its code for credentials.
 */
export function servePairing(
  app: App,
  parts: {
    store: Store;
    settings: Settings;
    urls: HubUrls;
    failures: FailureLimit;
    remembered: Pick<RememberedLogins, "remember">;
  },
): void {
  const { store, urls } = parts;

  app.post(
    pairPath,
    {
      schema: {
        summary: "Make a link that pairs a phone with an inbox",
        description:
          "The link is valid for one phone and 15 minutes. `helpLink` is for a phone that does not trust this hub's certificate yet. It is present only if the hub has its own CA.",
        tags: ["inboxes"],
        security: ownerSecurity,
        params: Type.Object({ name: inboxNameSchema }),
        body: Type.Object({
          device: deviceSchema,
          address: Type.Optional(
            Type.String({
              maxLength: 300,
              description: "A base URL to use instead of the first of /api/addresses.",
            }),
          ),
        }),
        response: {
          201: Type.Object({
            link: Type.String(),
            helpLink: Type.Optional(Type.String()),
            expiresAt: Type.String({ format: "date-time" }),
          }),
          ...refusals(...changeRefusals, "no-such-inbox"),
        },
      },
    },
    async (request, reply) => {
      const { name: inbox } = request.params;
      const { device, address } = request.body;
      if (!(await store.inbox(inbox))) return refuse(reply, "no-such-inbox");
      const base = address === undefined ? urls.phones()[0] : parseBaseUrl(address);
      if (!base) {
        return refuse(reply, "invalid-request", exactMessage("pairing-address"));
      }
      const pairing = await createPairCode(store, {
        inbox,
        device,
        minutes: 15,
        person: request.caller!.person.id,
      });
      const helpUrl = urls.phoneHelp(base);
      return reply.code(201).send({
        link: toPairLink(base, pairing.code),
        helpLink: helpUrl && `${helpUrl}#/pair?code=${pairing.code}`,
        expiresAt: pairing.expiresAt.toISOString(),
      });
    },
  );

  const runInTurn = createTaskQueue();
  app.post(
    "/scan/pair",
    {
      config: { access: "public" },
      schema: {
        summary: "Exchange a pairing code for a receiver URL and credentials",
        description: "For the scanner. A code works once, and every phone gets its own user.",
        tags: ["pairing"],
        security: [],
        body: Type.Object({ code: Type.String({ maxLength: 200 }), device: deviceSchema }),
        response: {
          200: Type.Object({
            url: Type.String(),
            user: Type.String(),
            password: Type.String(),
            inbox: Type.String(),
            title: Type.Optional(Type.String()),
          }),
          ...refusals(
            "invalid-request",
            "pair-code-unknown",
            "pair-code-used",
            "pair-code-expired",
            "too-many-tries",
          ),
        },
      },
    },
    async (request, reply) => {
      const redeemed = await store.useCode(hashSecret(request.body.code), "pair");
      if (redeemed.kind !== "ok") {
        // Only wrong codes are limited. A valid code is accepted even if somebody else at this
        // address has tried wrong ones.
        const waitSeconds = parts.failures.recordFailure(request.ip);
        if (waitSeconds > 0)
          return refuse(reply.header("retry-after", waitSeconds), "too-many-tries");
        return refuse(reply, `pair-code-${redeemed.kind}`);
      }
      const inbox = String(redeemed.data.inbox);
      const { person } = redeemed;
      if (person !== undefined && !(await mayPair(store, person, inbox)))
        return refuse(reply, "pair-code-unknown");
      const device = request.body.device || String(redeemed.data.device ?? "");
      const password = createSecret(128);
      const hash = await hashPassword(password);
      // Two phones with the same name must not get the same user.
      const user = await runInTurn(async () => {
        const record = await store.inbox(inbox);
        if (!record) return undefined;
        const user = findFreeUser(
          device,
          new Set(record.credentials.map((credential) => credential.user)),
        );
        const author = redeemed.data.author as Author | undefined;
        const isSet = await runAs(author, () => store.setCredential(inbox, user, hash));
        return isSet ? user : undefined;
      });
      if (user === undefined) return refuse(reply, "pair-code-unknown");
      await parts.remembered.remember(inbox, { user, passwordHash: hash }, password);
      const title = (await store.inboxes()).find((record) => record.name === inbox)?.title;
      const hubBase = parts.settings.publicUrl ?? `${request.protocol}://${request.host}`;
      return { url: `${hubBase}/in/${inbox}`, user, password, inbox, title };
    },
  );
}

function parseBaseUrl(address: string): string | undefined {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
    ? url.origin
    : undefined;
}

/**
 * Returns a user name that is derived from the device's name ("Anna's iPhone" → annas-iphone), with
 * a number if the name is taken.
 */
function findFreeUser(device: string, taken: ReadonlySet<string>): string {
  const withoutAccents = device.normalize("NFKD").replace(/[\u0300-\u036f'’]/g, "");
  const nameParts = withoutAccents.toLowerCase().match(/[a-z0-9]+/g) ?? ["phone"];
  const name = nameParts.join("-").slice(0, 40);
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) {
    if (!taken.has(`${name}-${number}`)) return `${name}-${number}`;
  }
}

/** Creates a function that runs tasks one after the other. */
function createTaskQueue() {
  let previous: Promise<unknown> = Promise.resolve();
  return <Result>(task: () => Promise<Result>): Promise<Result> => {
    const result = previous.then(task, task);
    previous = result;
    return result;
  };
}
