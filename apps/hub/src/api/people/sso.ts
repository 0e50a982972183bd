import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../http/app.ts";
import type { FailureLimit } from "../../login/failure-limit.ts";
import type { Sessions } from "../../login/sessions.ts";
import type { SsoFailure } from "../../login/sso/describe-failure.ts";
import { loginMinutes, type SsoLogin } from "../../login/sso/sso-login.ts";

type SsoParts = {
  login: SsoLogin;
  sessions: Sessions;
  /** The origin to which the provider returns. */
  publicUrl: string;
  /** Limits how many log-ins an address may begin, because each is kept in the store. */
  beginnings: FailureLimit;
};

/**
 * Serves the log-in at a provider, for browsers: `/sso/login` leads there, and the provider leads
 * back to `/sso/callback`. A failed log-in ends at the log-in page with the code of an error.
 */
export function serveSso(app: App, { login, sessions, publicUrl, beginnings }: SsoParts): void {
  const options = {
    config: { access: "public" },
    schema: { hide: true },
    // A HEAD request would use up the log-in.
    exposeHeadRoute: false,
  } as const;
  const isSecure = publicUrl.startsWith("https:");
  // The prefix keeps a sibling host name from setting the cookie.
  const cookieName = isSecure ? "__Host-scanhook-sso" : "scanhook-sso";
  const cookieOptions = { httpOnly: true, path: "/", secure: isSecure } as const;

  function leaveWith(request: FastifyRequest, reply: FastifyReply, failure: SsoFailure) {
    const { code, reason } = failure;
    request.log.warn({ error: code, reason }, "a log-in at the provider failed");
    return reply.redirect(`/#/login?problem=${code}`, 302);
  }

  app.get("/sso/login", options, async (request, reply) => {
    // The cookie has to be at the address to which the provider returns. A proxy that is not
    // trusted hides that address, so this leads there only once.
    const isThere = `${request.protocol}://${request.host}` === publicUrl;
    if (!isThere && !request.url.includes("?"))
      return reply.redirect(`${publicUrl}/sso/login?here`, 302);
    if (beginnings.recordFailure(request.ip) > 0)
      return reply.redirect("/#/login?problem=too-many-tries", 302);
    const begun = await login.begin();
    if (!begun.ok) return leaveWith(request, reply, begun);
    // Not strict, because the request that brings it back comes from the provider.
    reply.setCookie(cookieName, begun.browser, {
      ...cookieOptions,
      sameSite: "lax",
      maxAge: loginMinutes * 60,
    });
    return reply.redirect(begun.location, 302);
  });

  app.get("/sso/callback", options, async (request, reply) => {
    const { searchParams } = new URL(request.url, publicUrl);
    const callback = new URL(`/sso/callback?${searchParams}`, publicUrl);
    const browser = request.cookies[cookieName];
    reply.clearCookie(cookieName, cookieOptions);
    const done = await login.complete(callback, browser === undefined ? [] : [browser]);
    if (!done.ok) return leaveWith(request, reply, done);
    beginnings.undoFailure(request.ip);
    const { person, idToken } = done;
    await sessions.start(request, reply, { person: person.id, method: "sso", idToken });
    return reply.redirect("/#/", 302);
  });
}
