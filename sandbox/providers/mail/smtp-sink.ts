import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { z } from 'zod';
import { dayMs } from '#contracts/durations.ts';
import { type MailStore, readMail } from './mail-store.ts';

const common = {
  /** Number of mails affected; null or absent: until changed. */
  times: z.number().int().min(1).max(1_000_000).nullable().default(null),
  /** Returns to normal after this many milliseconds. */
  forMs: z.number().int().min(1).max(dayMs).nullable().default(null),
};

/** Body of `POST /mail/control`. */
export const SmtpFaultSchema = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('normal') }),
  /** Rejects RCPT TO (of one address only, when given) with this reply code. */
  z.strictObject({
    mode: z.literal('refuse'),
    code: z.number().int().min(400).max(599).default(451),
    to: z.email().nullable().default(null),
    ...common,
  }),
  /** Reads the whole mail, then resets the connection instead of confirming it. */
  z.strictObject({ mode: z.literal('drop'), stored: z.boolean().default(true), ...common }),
  /** Closes the listening port. */
  z.strictObject({ mode: z.literal('away'), forMs: common.forMs }),
]);

type SmtpFault = z.output<typeof SmtpFaultSchema>;

/**
 * Creates the fault state of the SMTP server, held in memory: a restart of the sandbox resets it.
 * `onChange` is called on every change, including expiry.
 */
function createSmtpFaultState(onChange: (fault: SmtpFault) => Promise<void>) {
  let current: SmtpFault = { mode: 'normal' };
  let timer: NodeJS.Timeout | undefined;

  async function set(fault: SmtpFault): Promise<void> {
    clearTimeout(timer);
    current = fault;
    if (fault.mode !== 'normal' && fault.forMs !== null)
      timer = setTimeout(() => void set({ mode: 'normal' }), fault.forMs).unref();
    await onChange(fault);
  }

  /** Counts one affected mail; after the last one the mode is normal again. */
  function count(): void {
    if (current.mode !== 'refuse' && current.mode !== 'drop') return;
    if (current.times === null) return;
    current = current.times > 1 ? { ...current, times: current.times - 1 } : { mode: 'normal' };
  }

  return {
    get: () => current,
    set,
    /** Returns the reply code with which to reject this recipient, or undefined, and counts the rejection. */
    rejectionCodeFor(address: string): number | undefined {
      if (current.mode !== 'refuse') return undefined;
      if (current.to !== null && current.to.toLowerCase() !== address.toLowerCase()) return undefined;
      const { code } = current;
      count();
      return code;
    },
    /** Returns whether to drop the connection for the current mail and whether to store it first, and counts the drop. */
    consumeDrop(): { stored: boolean } | undefined {
      if (current.mode !== 'drop') return undefined;
      const { stored } = current;
      count();
      return { stored };
    },
  };
}

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
