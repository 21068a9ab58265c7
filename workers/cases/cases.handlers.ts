import { dayMs } from '#contracts/durations.ts';
import { checkOutages } from '#services/cases/outages.ts';
import { notifyApprovers } from '#services/desk/approvals/notify-approvers.ts';
import { findMailedOperators, mailOperators } from '#services/desk/operators/operator-mails.ts';
import { databaseNow } from '#services/platform/database/sql.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { checkSmtp } from '#services/platform/email/mailer.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import type { Handlers } from '../runtime/handler.ts';

export const caseHandlers = {
  /** Enqueues the mails to operators about what waits for their approval. */
  'cases.notify-approvers': async (_payload, { deps, complete }) => {
    await complete((manager) => notifyApprovers(manager, deps.config));
  },

  /** Enqueues a mail to each operator who gets mails of its kind. */
  'cases.mail-operators': async ({ kind, ...mail }, { complete }) => {
    await complete((manager) => mailOperators(manager, kind, mail));
  },

  /** Enqueues the daily summaries; a second run on the same day enqueues none. */
  'cases.summarise-day': async (_payload, { complete, deps: { db } }) => {
    const now = await databaseNow(db);
    await complete(async (manager) => {
      for (const id of await findMailedOperators(manager, 'summary'))
        await enqueue(manager, deliverMail, {
          mail: 'daily-summary',
          id,
          revision: Math.floor(now.getTime() / dayMs),
        });
    });
  },

  /** Checks the servers for which an outage is recorded. */
  'cases.check-outages': async (_payload, { deps: { config, db, provider } }) => {
    await checkOutages(db, {
      provider: () => provider.readSessionTimeout(),
      mail: () => checkSmtp(config.mail.smtpUrl, 10_000),
    });
  },
} satisfies Handlers;
