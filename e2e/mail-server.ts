// A mail server on this machine that keeps what it gets.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export type MailServer = {
  /** The settings of a destination that sends to it, from the hub to the owner. */
  settings: object;
  /** The mails so far, each with its header. */
  mails: string[];
  close(): Promise<void>;
};

export async function openMailServer(): Promise<MailServer> {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      text(stream).then((mail) => {
        mails.push(mail);
        done();
      }, done);
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    settings: {
      host: "127.0.0.1",
      port,
      security: "none",
      from: "hub@example.org",
      to: ["owner@example.org"],
      subject: "{{ verdict.word }}: {{ entry.label }}",
    },
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
