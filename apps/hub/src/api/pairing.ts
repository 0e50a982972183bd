import { Type } from "typebox";
import { refuse } from "../errors.ts";
import type { App } from "../http/app.ts";
import { ownerSecurity } from "../login/access.ts";
import type { FailureLimit } from "../login/failure-limit.ts";
import { hashPassword } from "../login/passwords.ts";
import { createSecret, hashSecret } from "../login/secrets.ts";
import { type Reach, toPairLink } from "../reach.ts";
import type { Settings } from "../settings/settings-table.ts";
import type { Store } from "../store/store.ts";
import { changeRefusals, inboxNameSchema, refusals } from "./schemas.ts";

const minuteMs = 60_000;
const deviceSchema = Type.Optional(Type.String({ maxLength: 100 }));

/** Makes a one-time code that gives one phone its own credentials for an inbox. */
export async function createPairCode(
  store: Store,
  pairing: { inbox: string; device?: string; minutes: number },
): Promise<{ code: string; expiresAt: Date }> {
  const { inbox, device, minutes } = pairing;
  const code = createSecret(128);
  const expiresAt = new Date(Date.now() + minutes * minuteMs);
  const data = { inbox, ...(device && { device }) };
  await store.addCode({ hash: hashSecret(code), purpose: "pair", data, expiresAt });
  return { code, expiresAt };
}

/** `POST /api/inboxes/:name/pair` for the owner makes a link; `POST /scan/pair` of the phone uses it up. */
export function servePairing(
  app: App,
  parts: { store: Store; settings: Settings; reach: Reach; failures: FailureLimit },
): void {
  const { store, reach } = parts;

  app.post(
    "/api/inboxes/:name/pair",
    {
      schema: {
        summary: "Make a link that pairs a phone with an inbox",
        description:
          "Good for one phone and 15 minutes. `helpLink` is the way for a phone that does not trust this hub's certificate yet; there only when the hub has its own CA.",
        tags: ["inboxes"],
        security: ownerSecurity,
        params: Type.Object({ name: inboxNameSchema }),
        body: Type.Object({
          device: deviceSchema,
          address: Type.Optional(
            Type.String({
              maxLength: 300,
              description: "Base URL to use instead of the first of /api/addresses.",
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
      const base = address === undefined ? reach.phones()[0] : toBase(address);
      if (!base) {
        return refuse(
          reply,
          "invalid-request",
          "The address must be a base URL like https://192.168.1.5:8443.",
        );
      }
      const made = await createPairCode(store, { inbox, ...(device && { device }), minutes: 15 });
      const help = reach.help(base);
      return reply.code(201).send({
        link: toPairLink(base, made.code),
        ...(help && { helpLink: `${help}#/pair?code=${made.code}` }),
        expiresAt: made.expiresAt.toISOString(),
      });
    },
  );

  const nameUser = createTurns();
  app.post(
    "/scan/pair",
    {
      config: { access: "public" },
      schema: {
        summary: "Exchange a pairing code for a receiver URL and credentials",
        description: "For the scanner. The code works once; every phone gets a user of its own.",
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
      const wait = parts.failures.secondsToWait(request.ip);
      if (wait > 0) return refuse(reply.header("retry-after", wait), "too-many-tries");
      const used = await store.useCode(hashSecret(request.body.code), "pair");
      if (used.kind !== "ok") {
        parts.failures.failed(request.ip);
        return refuse(reply, `pair-code-${used.kind}`);
      }
      const inbox = String(used.data.inbox);
      const device = request.body.device || String(used.data.device ?? "");
      const password = createSecret(128);
      const hash = await hashPassword(password);
      const user = await nameUser(async () => {
        const record = await store.inbox(inbox);
        if (!record) return undefined;
        const user = toFreeUser(device, new Set(record.credentials.map((one) => one.user)));
        return (await store.setCredential(inbox, user, hash)) ? user : undefined;
      });
      if (user === undefined) return refuse(reply, "pair-code-unknown");
      const title = (await store.inboxes()).find((one) => one.name === inbox)?.title;
      const base = parts.settings.publicUrl ?? `${request.protocol}://${request.host}`;
      return { url: `${base}/in/${inbox}`, user, password, inbox, ...(title && { title }) };
    },
  );
}

function toBase(address: string): string | undefined {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
    ? url.origin
    : undefined;
}

/** A user name from the device's own name ("Anna's iPhone" → annas-iphone), with a number when it is taken. */
function toFreeUser(device: string, taken: ReadonlySet<string>): string {
  const plain = device.normalize("NFKD").replace(/[\u0300-\u036f'’]/g, "");
  const words = plain.toLowerCase().match(/[a-z0-9]+/g) ?? ["phone"];
  const name = words.join("-").slice(0, 40);
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) {
    if (!taken.has(`${name}-${number}`)) return `${name}-${number}`;
  }
}

/** One after the other: two phones of the same name must not get the same user. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  };
}
