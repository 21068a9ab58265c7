import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMailer, MailDeferredError, type Mailer, MailRejectedError } from './mailer.ts';

interface Received {
  envelope: SMTPServerSession['envelope'];
  mail: Email;
}

const mail = {
  to: 'ada@mail.example',
  subject: 'Your request',
  text: 'Plain words',
  html: '<p>Marked-up words</p>',
  id: 'one',
};

const smtpError = (message: string, responseCode: number) =>
  Object.assign(new Error(message), { responseCode });

describe('createMailer', () => {
  const received: Received[] = [];
  let replies: { sender?: Error; recipient?: Error; data?: Error };
  let server: SMTPServer;
  let smtpUrl: string;
  let mailer: Mailer;

  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onMailFrom: (_address, _session, done) => done(replies.sender ?? null),
      onRcptTo: (_address, _session, done) => done(replies.recipient ?? null),
      async onData(stream, session, done) {
        const content = await buffer(stream).catch(() => undefined);
        if (!content) return;
        if (replies.data) return done(replies.data);
        received.push({ envelope: session.envelope, mail: await PostalMime.parse(content) });
        done();
      },
    });
    server.on('error', () => {});
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
  beforeEach(() => {
    replies = {};
    received.length = 0;
    mailer = createMailer({ smtpUrl, from: 'CourseLift <hello@courselift.example>' });
  });
  afterEach(() => mailer.close());

  it('delivers both parts, the invitation and a Message-ID of its sender’s domain', async () => {
    const content = 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR';
    await mailer.send({ ...mail, icalEvent: { method: 'REQUEST', filename: 'invitation.ics', content } });
    const [first] = received;
    expect(first?.mail).toMatchObject({
      messageId: '<one@courselift.example>',
      subject: 'Your request',
      from: { name: 'CourseLift', address: 'hello@courselift.example' },
    });
    expect(first?.mail.text).toContain('Plain words');
    expect(first?.mail.html).toContain('Marked-up words');
    expect(first?.mail.attachments.map(({ mimeType }) => mimeType)).toContain('text/calendar');
    expect(first?.mail.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
  });

  // ASVS 1.3.11
  it.each([
    '=?utf-8?B?cGF5IGh0dHA6Ly9ldmlsLmlvIG5vdw==?= asks for your help with a course',
    'Ọbáfẹ́mi 👩‍🎓 =?utf-8?Q?evil?= '.repeat(4).trim(),
    'What is 2 =? 3',
  ])('shows the subject %j as it was written', async (subject) => {
    await mailer.send({ ...mail, subject });
    expect(received[0]?.mail.subject).toBe(subject);
  });

  // ASVS 1.3.11
  it('sends to the checked address only', async () => {
    await mailer.send(mail);
    expect(received[0]?.envelope.rcptTo.map(({ address }) => address)).toEqual(['ada@mail.example']);
    expect(received[0]?.envelope.mailFrom).toMatchObject({ address: 'hello@courselift.example' });
    await expect(mailer.send({ ...mail, to: 'ada@mail.example, eve@mail.example' })).rejects.toThrow(
      MailRejectedError,
    );
    await expect(mailer.send({ ...mail, to: 'Eve <eve@mail.example>' })).rejects.toThrow(MailRejectedError);
    expect(received).toHaveLength(1);
  });

  // ASVS 1.3.11
  it('keeps line breaks out of the subject', async () => {
    await mailer.send({ ...mail, subject: ' Hello\r\n\0\u0085Bcc: eve@mail.example' });
    expect(received[0]?.mail.subject).toBe('Hello Bcc: eve@mail.example');
    expect(received[0]?.mail.bcc).toBeUndefined();
  });

  // ASVS 1.3.6, 5.4.2
  it('reads no file or URL into a mail', async () => {
    for (const path of ['/etc/hostname', 'http://127.0.0.1:9/']) {
      const attachments = [{ filename: 'x', contentType: 'text/plain', path }] as never;
      await expect(mailer.send({ ...mail, attachments })).rejects.toThrow('access rejected');
    }
    expect(received).toEqual([]);
  });

  it.each([
    ['recipient', 550, MailRejectedError],
    ['recipient', 450, MailDeferredError],
    ['data', 554, MailRejectedError],
    ['data', 452, MailDeferredError],
    // Our own address or sign-in was rejected: the mail itself is valid and must be retried.
    ['sender', 550, MailDeferredError],
  ] as const)('classifies a %s rejected with %i by error class', async (step, code, kind) => {
    replies[step] = smtpError('No', code);
    await expect(mailer.send(mail)).rejects.toThrow(kind);
    replies = {};
    await expect(mailer.send(mail)).resolves.toBeUndefined();
  });

  // ASVS 16.5.2
  it('defers a mail when the server is unavailable', async () => {
    const away = createMailer({ smtpUrl: 'smtp://127.0.0.1:9', from: 'hello@courselift.example' });
    await expect(away.send(mail)).rejects.toThrow(MailDeferredError);
    away.close();
  });
});
