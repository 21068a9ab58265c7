import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { MailStore } from './mail-store.ts';
import { readMail } from './received-mail.ts';
import { createSmtpFaultState } from './smtp-fault.ts';

/** The SMTP server that accepts every mail and delivers none. */
export type SmtpSink = Awaited<ReturnType<typeof startSmtpSink>>;

/** Larger than any mail of the product, in bytes. */
const MAXIMUM_MAIL_BYTES = 25 * 1024 * 1024;

function smtpError(code: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode: code });
}

/** Listens on `host:port` (0: any) and stores received mail in `mails`. Rejects when the port is in use. */
export async function startSmtpSink(mails: MailStore, host: string, port: number) {
  let server: SMTPServer | undefined;
  let listeningPort = port;
  // Keyed by the client's port, which the SMTP session also has: dropping a mail resets its connection.
  const sockets = new Map<number, Socket>();

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    const raw = await buffer(stream);
    if (stream.sizeExceeded) throw smtpError(552, 'The message is too large');
    const { mailFrom, rcptTo } = session.envelope;
    const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) };
    const mail = await readMail(raw, envelope);
    const drop = faults.consumeDrop();
    const id = drop?.stored === false ? 0 : mails.add(mail, raw);
    if (drop) sockets.get(session.remotePort)?.resetAndDestroy();
    return `Kept as ${id}`;
  }

  async function listen(): Promise<void> {
    const next = new SMTPServer({
      banner: 'Sandbox mailbox: nothing is delivered',
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 200,
      size: MAXIMUM_MAIL_BYTES,
      onAuth: ({ username }, _session, callback) => callback(null, { user: username ?? 'anyone' }),
      onRcptTo({ address }, _session, callback) {
        const code = faults.rejectionCodeFor(address);
        callback(code === undefined ? null : smtpError(code, `Refused on request (${code})`));
      },
      onData(stream, session, callback) {
        receive(stream, session).then(
          (message) => callback(null, message),
          (error: Error) => callback(error),
        );
      },
    });
    // A client that disconnects emits 'error', which would end this process without a listener.
    next.on('error', () => {});
    next.server.on('connection', (socket) => {
      const port = socket.remotePort ?? 0;
      sockets.set(port, socket);
      socket.once('close', () => sockets.delete(port));
    });
    next.listen(listeningPort, host);
    await once(next.server, 'listening');
    listeningPort = (next.server.address() as AddressInfo).port;
    server = next;
  }

  async function stop(): Promise<void> {
    const closing = server;
    server = undefined;
    if (!closing) return;
    // Open connections get a 421 after closeTimeout.
    await new Promise<void>((resolve) => closing.close(() => resolve()));
  }

  const faults = createSmtpFaultState(async ({ mode }) => {
    if (mode === 'away') await stop();
    else if (!server) await listen();
  });

  await listen();
  return { port: listeningPort, faults, close: stop };
}
