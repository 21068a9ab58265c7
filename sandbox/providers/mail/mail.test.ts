import { createConnection } from 'node:net';
import nodemailer from 'nodemailer';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestSandbox, type TestSandbox } from '#tests/support/servers/start-test-sandbox.ts';
import { patient } from '#tests/support/soon.ts';
import type { StoredMail } from './mail-store.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.end());

async function send(fields: object): Promise<{ messageId: string }> {
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port: sandbox.smtpPort,
    ignoreTLS: true,
  });
  try {
    const mail = {
      from: 'CourseLift <hello@courselift.example>',
      to: 'ada@example.com',
      subject: 'Hi',
      text: 'Hi',
    };
    return await transport.sendMail({ ...mail, ...fields });
  } finally {
    transport.close();
  }
}

const messages = async (to?: string) => {
  const path = `/mail/messages${to ? `?to=${encodeURIComponent(to)}` : ''}`;
  return (await sandbox.call<[StoredMail, ...StoredMail[]]>('GET', path)).json;
};
const control = (body: object) => sandbox.call('POST', '/mail/control', body);
const page = (path: string) => sandbox.call('GET', path, undefined, { accept: 'text/html' });

const invitation = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'METHOD:REQUEST',
  'BEGIN:VEVENT',
  'UID:1@courselift.example',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

describe('received mail', () => {
  it('is stored with both parts, headers and attachments', async () => {
    const { messageId } = await send({
      to: ['Ada <Ada@Example.com>', 'ben@example.com'],
      bcc: 'blind@example.com',
      subject: 'Your receipt: ₦20,018 — naïve café',
      text: 'Thank you, Adá.\nSecond line',
      html: '<p>Thank you, <b>Adá</b>.</p>',
      headers: { 'X-Purpose': 'receipt' },
      attachments: [
        {
          filename: 'Quittung für März.pdf',
          content: Buffer.from([0, 255, 13, 10, 10, 13]),
          contentType: 'application/pdf',
        },
      ],
    });
    const [mail] = await messages();
    expect(mail).toEqual({
      id: expect.any(Number),
      from: 'hello@courselift.example',
      fromName: 'CourseLift',
      to: ['ada@example.com', 'ben@example.com', 'blind@example.com'],
      subject: 'Your receipt: ₦20,018 — naïve café',
      text: expect.stringMatching(/^Thank you, Adá\.\nSecond line\n*$/),
      html: expect.stringContaining('<p>Thank you, <b>Adá</b>.</p>'),
      date: expect.stringMatching(/^\d{4}-.*Z$/),
      messageId,
      headers: expect.objectContaining({ 'x-purpose': 'receipt', 'message-id': messageId }),
      attachments: [
        {
          filename: 'Quittung für März.pdf',
          contentType: 'application/pdf',
          size: 6,
          content: Buffer.from([0, 255, 13, 10, 10, 13]).toString('base64'),
          contentId: null,
        },
      ],
    });
  });

  it('stores a calendar invitation byte for byte, with its method', async () => {
    await send({ icalEvent: { method: 'REQUEST', filename: 'invitation.ics', content: invitation } });
    const [{ attachments }] = await messages();
    const calendars = attachments.map(({ contentType, content }) => [
      contentType,
      Buffer.from(String(content), 'base64').toString(),
    ]);
    expect(calendars).toEqual([
      ['text/calendar; method=REQUEST', invitation],
      ['application/ics', invitation],
    ]);
    expect(attachments.map(({ filename }: { filename: string }) => filename)).toContain('invitation.ics');
  });

  it('lists newest first, for all addresses or one, case-insensitively', async () => {
    await send({ to: 'ada@example.com', subject: 'one' });
    await send({ to: 'ben@example.com', subject: 'two' });
    await send({ to: 'ada@example.com', cc: 'ben@example.com', subject: 'three' });
    const subjects = async (to?: string) => (await messages(to)).map(({ subject }) => subject);
    expect(await subjects()).toEqual(['three', 'two', 'one']);
    expect(await subjects('ADA@example.com')).toEqual(['three', 'one']);
    expect(await subjects('da@example.com')).toEqual([]);
    const receivedMs = expect.any(Number);
    const ids = (await messages()).map(({ messageId }) => ({ messageId, receivedMs }));
    expect((await sandbox.call('GET', '/mail/message-ids')).json).toEqual(ids);
    await sandbox.call('DELETE', '/mail/messages?to=ben@example.com');
    expect(await subjects()).toEqual(['one']);
    expect((await sandbox.call('DELETE', '/mail/messages')).status).toBe(204);
    expect(await subjects()).toEqual([]);
  });

  it('never reuses an id, even after the mailbox was emptied', async () => {
    await send({});
    const [{ id }] = await messages();
    await sandbox.call('DELETE', '/mail/messages');
    await send({});
    expect((await messages())[0].id).toBeGreaterThan(id);
  });
});

describe('mailbox pages', () => {
  it('shows the empty state, then the list, then one mail', async () => {
    expect((await page('/mail')).text).toContain('No mail yet');
    await send({
      subject: '<b>bold</b> & co',
      html: '<p>Hello</p>',
      attachments: [{ filename: 'a".ics', content: invitation }],
    });
    const list = (await page('/mail')).text;
    expect(list).toContain('&lt;b&gt;bold&lt;/b&gt; &amp; co');
    expect(list).toContain('1 file');
    expect(list).not.toContain('http-equiv="refresh"');
    expect((await page('/mail?live=1')).text).toContain('http-equiv="refresh" content="5"');
    expect((await page('/mail?to=other@example.com')).text).toContain('No mail for other@example.com');
    const [{ id }] = await messages();
    const mailPage = await page(`/mail/${id}`);
    expect(mailPage.text).toMatch(/<iframe[^>]* sandbox="allow-popups allow-popups-to-escape-sandbox"/);
    expect(mailPage.text).toContain(`href="/mail/messages/${id}/attachments/0"`);
    expect(mailPage.text).not.toContain('<script');
    expect((await page('/mail/999999')).status).toBe(404);
    expect((await page('/mail/nonsense')).status).toBe(404);
  });

  it('shows the HTML of a mail without scripts, with its images', async () => {
    const cid = 'logo@courselift';
    await send({
      html: `<img src="cid:${cid}"><script>alert(1)</script>`,
      attachments: [{ cid, filename: 'logo.png', content: 'png' }],
    });
    const [{ id }] = await messages();
    const { headers, text } = await page(`/mail/messages/${id}/html`);
    expect(headers.get('content-security-policy')).toMatch(/^sandbox allow-popups.*default-src 'none'/);
    expect(text).toContain(`<img src="/mail/messages/${id}/attachments/0">`);
    expect(text).toMatch(/^<base target="_blank">/);
  });

  it('serves attachments for download and the source as text', async () => {
    await send({
      attachments: [
        { filename: 'evil.html', content: '<script>alert(1)</script>', contentType: 'text/html' },
      ],
    });
    const [{ id }] = await messages();
    const file = await page(`/mail/messages/${id}/attachments/0`);
    expect(file.headers.get('content-disposition')).toBe('attachment; filename=evil.html');
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');
    expect(file.text).toBe('<script>alert(1)</script>');
    expect((await page(`/mail/messages/${id}/attachments/1`)).status).toBe(404);
    const source = await page(`/mail/messages/${id}/source`);
    expect(source.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(source.text).toMatch(/^Subject: Hi\r$/m);
  });
});

describe('mail faults', () => {
  it('rejects RCPT TO with the configured code, as many times as configured', async () => {
    await control({ mode: 'refuse', code: 451, times: 1 });
    await expect(send({})).rejects.toMatchObject({ responseCode: 451, command: 'RCPT TO' });
    await send({ subject: 'second try' });
    expect(await messages()).toMatchObject([{ subject: 'second try' }]);
  });

  it('rejects one address until changed', async () => {
    await control({ mode: 'refuse', code: 550, to: 'Gone@example.com' });
    await expect(send({ to: 'gone@example.com' })).rejects.toMatchObject({ responseCode: 550 });
    await expect(send({ to: 'gone@example.com' })).rejects.toMatchObject({ responseCode: 550 });
    await send({ to: 'ada@example.com' });
    expect(await messages()).toHaveLength(1);
  });

  it('resets the connection after DATA, with the mail stored or not', async () => {
    await control({ mode: 'drop', times: 1 });
    await expect(send({ subject: 'kept' })).rejects.toThrow();
    await control({ mode: 'drop', times: 1, stored: false });
    await expect(send({ subject: 'lost' })).rejects.toThrow();
    await send({ subject: 'confirmed' });
    expect((await messages()).map(({ subject }) => subject)).toEqual(['confirmed', 'kept']);
  });

  it('is unavailable until reset, or for a limited time', async () => {
    await control({ mode: 'away' });
    await expect(send({})).rejects.toThrow('ECONNREFUSED');
    await control({ mode: 'normal' });
    await send({ subject: 'back' });
    await control({ mode: 'away', forMs: 200 });
    await expect(send({})).rejects.toThrow('ECONNREFUSED');
    await vi.waitFor(() => send({ subject: 'back again' }), patient);
    expect(await messages()).toHaveLength(2);
  });

  it('closes open connections when it becomes unavailable', async () => {
    const line = createConnection(sandbox.smtpPort, '127.0.0.1').on('error', () => {});
    await new Promise((resolve) => line.once('data', resolve));
    const closed = new Promise((resolve) => line.once('close', resolve));
    await control({ mode: 'away' });
    await closed;
  });

  it.each([
    { mode: 'sulk' },
    { mode: 'refuse', code: 250 },
    { mode: 'drop', times: 0 },
    { mode: 'away', for: 3 },
  ])('refuses %j with a reason', async (body) => {
    expect(await control(body)).toMatchObject({
      status: 400,
      json: { message: expect.stringMatching(/\S/) },
    });
    expect((await sandbox.call('GET', '/mail/control')).json).toEqual({ mode: 'normal' });
  });
});
