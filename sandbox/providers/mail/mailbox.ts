import express, { Router } from 'express';
import { z } from 'zod';
import { ControlError, sendControlError } from '../control-error.ts';
import { sendPage } from '../pages/sandbox-page.ts';
import { mailboxPage, messageHtml, messagePage, messagePolicy } from './mail-pages.ts';
import type { MailStore, StoredMail } from './mail-store.ts';
import { SmtpFaultSchema, type SmtpSink } from './smtp-sink.ts';

const text = z.string().trim().min(1).nullable().catch(null);
const QuerySchema = z.object({ to: text, live: z.literal('1').optional().catch(undefined) });
const number = z.coerce.number().int().min(0);

/** Creates the mailbox, to be mounted at `/mail`: HTML pages, JSON for tests, `/control` for faults. */
export function createMailbox(mails: MailStore, sink: SmtpSink) {
  const mailbox = Router();

  const find = (id: unknown) => {
    const parsed = number.safeParse(id);
    return parsed.success ? mails.find(parsed.data) : undefined;
  };
  const required = (id: unknown): StoredMail => {
    const mail = find(id);
    if (!mail) throw new ControlError(404, 'There is no such mail.');
    return mail;
  };

  /** Newest first; `?to=` filters by recipient. */
  mailbox.get('/messages', (req, res) => void res.json(mails.list(QuerySchema.parse(req.query).to)));
  mailbox.delete('/messages', (req, res) => {
    mails.remove(QuerySchema.parse(req.query).to);
    res.status(204).end();
  });

  /** Newest first. */
  mailbox.get('/message-ids', (_req, res) => void res.json(mails.listMessageIds()));

  mailbox.get('/messages/:id', (req, res) => void res.json(required(req.params.id)));
  mailbox.get('/messages/:id/html', (req, res) => {
    const mail = required(req.params.id);
    res.setHeader('content-security-policy', messagePolicy).setHeader('x-content-type-options', 'nosniff');
    res.type('html').send(messageHtml(mail));
  });
  mailbox.get('/messages/:id/source', (req, res) => {
    const source = mails.findSource(required(req.params.id).id);
    res.setHeader('x-content-type-options', 'nosniff');
    res.type('text/plain; charset=utf-8').send(source);
  });
  mailbox.get('/messages/:id/attachments/:index', (req, res) => {
    const index = number.safeParse(req.params.index);
    const file = index.success ? required(req.params.id).attachments[index.data] : undefined;
    if (!file) throw new ControlError(404, 'There is no such attachment.');
    res.setHeader('x-content-type-options', 'nosniff').setHeader('content-security-policy', 'sandbox');
    res.attachment(file.filename).type(file.contentType).send(Buffer.from(file.content, 'base64'));
  });

  mailbox.get('/control', (_req, res) => void res.json(sink.faults.get()));
  mailbox.post('/control', express.json(), async (req, res) => {
    await sink.faults.set(SmtpFaultSchema.parse(req.body));
    res.json(sink.faults.get());
  });

  mailbox.get('/', (req, res) => {
    const { to, live } = QuerySchema.parse(req.query);
    const view = { mails: mails.list(to), recipients: mails.listRecipients(), to, isLive: live === '1' };
    sendPage(res, 200, mailboxPage(view));
  });
  mailbox.get('/:id', (req, res) => {
    const mail = find(req.params.id);
    if (mail) return sendPage(res, 200, messagePage(mail));
    sendPage(res, 404, mailboxPage({ mails: [], recipients: [], to: null, isLive: false }));
  });
  mailbox.use(sendControlError);
  return mailbox;
}
