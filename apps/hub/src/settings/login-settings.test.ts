import fc from "fast-check";
import { expect, test } from "vitest";
import { parseRoleRules } from "./login-setting-values.ts";
import { givenRoles } from "./role-rules.ts";
import { parseSettings } from "./settings.ts";

const parse = (args: string[], file?: string) =>
  parseSettings({ args, env: {}, readFile: () => file });

const sso = ["--sso-issuer", "https://id.example.org/x/", "--sso-client-id", "hub"];

test("the settings of single sign-on and of a proxy are parsed", () => {
  expect(parse([...sso, "--sso-roles", "cn=bosses = owner, *=viewer"])).toMatchObject({
    ok: true,
    settings: {
      ssoIssuer: "https://id.example.org/x/",
      ssoClientId: "hub",
      ssoClaim: "groups",
      ssoScopes: "openid profile",
      ssoRoles: [
        { group: "cn=bosses", role: "owner" },
        { group: "*", role: "viewer" },
      ],
    },
  });
  const file =
    "proxy-header: Remote-User\nproxy-peers: [127.0.0.1, 'fd00::/8']\nsso-roles: ['*=desk', 'a=owner']\n";
  expect(parse(["--data", "/d"], file)).toMatchObject({
    ok: true,
    settings: {
      proxyHeader: "remote-user",
      proxyPeers: ["127.0.0.1", "fd00::/8"],
      ssoRoles: [
        { group: "*", role: "desk" },
        { group: "a", role: "owner" },
      ],
    },
  });
});

test("rules that are written down are read again as they were", () => {
  const anyRule = fc.record({
    group: fc.stringMatching(/^[^\p{Cc},\s]{1,20}$/u),
    role: fc.constantFrom(...givenRoles),
  });
  fc.assert(
    fc.property(fc.array(anyRule, { minLength: 1, maxLength: 5 }), (rules) => {
      const text = rules.map(({ group, role }) => `${group}=${role}`).join(",");
      expect(parseRoleRules(text)).toEqual({ ok: true, value: rules });
    }),
  );
});

test.each([
  [["--sso-issuer", "http://id.example.org"], /^--sso-issuer must be the https URL/],
  [["--sso-issuer", "https://id.example.org/?a"], /^--sso-issuer must be the https URL/],
  [["--sso-issuer", "https://a:b@id.example.org"], /^--sso-issuer must be the https URL/],
  [["--sso-issuer", "https://id.example.org"], /needs --sso-client-id as well/],
  [sso, /needs --sso-roles as well/],
  [["--sso-roles", "staff=boss"], /^--sso-roles must be groups with a role each/],
  [["--sso-roles", "staff"], /^--sso-roles must be groups with a role each/],
  [["--sso-roles", "=desk"], /^--sso-roles must be groups with a role each/],
  [["--sso-roles", "a=desk,"], /^--sso-roles must be groups with a role each/],
  [["--sso-roles", "a=desk"], /only read with --sso-issuer or --proxy-header/],
  [["--sso-group", "a"], /only read with --sso-issuer or --proxy-header/],
  [["--sso-claim", "roles"], /^--sso-claim is only read with --sso-issuer/],
  [["--sso-scopes", "profile"], /^--sso-scopes must be scopes .*, openid among them/],
  [["--proxy-header", "Remote User"], /^--proxy-header must be the name of a header/],
  [["--proxy-header", "Remote-User"], /needs --proxy-peers as well/],
  [["--proxy-header", "A", "--proxy-peers", "10.0.0.1"], /needs --sso-roles as well/],
  [["--proxy-peers", "10.0.0.0/33"], /^--proxy-peers must be addresses or CIDR ranges/],
  [["--proxy-peers", "10.0.0.1"], /^--proxy-peers is only read with --proxy-header/],
])("%j is rejected with one sentence", (args, reason) => {
  expect(parse(args)).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
});

test("messages never show the client secret, and a number in the file has to be in quotes", () => {
  const args = [...sso, "--sso-roles", "*=desk"];
  const parsed = parse([...args, "--sso-client-secret", "hunter2\u0007"]);
  expect(parsed).toMatchObject({ ok: false, option: "sso-client-secret" });
  expect(JSON.stringify(parsed)).not.toContain("hunter2");
  expect(parse(["--data", "/d", ...args], "sso-client-secret: 0123\n")).toMatchObject({
    ok: false,
    reason: '"sso-client-secret" in /d/scanhook.yaml must be a text; put it in quotes.',
  });
  for (const issuer of ["http://localhost:9000", "http://127.0.0.1:9000/x", "http://[::1]:9"])
    expect(parse([...args, "--sso-issuer", issuer]).ok).toBe(true);
});
