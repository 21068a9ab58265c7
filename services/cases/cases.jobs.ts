import * as z from 'zod';
import { mailNames } from '#services/platform/email/mail.jobs.ts';
import { defineJob, defineScheduledJob } from '#services/platform/queue/define-job.ts';

/** Mails the operators who may approve what waits, each of them at most once an hour. */
export const notifyApproversJob = defineJob({
  name: 'cases.notify-approvers',
  queue: 'mail',
  payload: z.strictObject({}),
  attempts: 20,
  backoff: { firstMs: 1_000, maxMs: 60_000 },
});

/** Checks servers that were unavailable, and opens and closes the incidents about them; scheduled. */
export const checkOutagesJob = defineScheduledJob('cases.check-outages', 'housekeeping', '* * * * *');

/** Mails each operator who gets mails of the kind at once. */
export const mailOperatorsJob = defineJob({
  name: 'cases.mail-operators',
  queue: 'mail',
  payload: z.object({
    kind: z.enum(['dispute', 'incident']),
    mail: z.enum(mailNames),
    id: z.uuid(),
    revision: z.int().default(0),
  }),
  attempts: 20,
  backoff: { firstMs: 1_000, maxMs: 60_000 },
  key: ({ mail, id, revision }) => `${mail}:${id}:${revision}`,
});

/** Mails each operator what waits and what happened on the last day; scheduled for the morning in Nigeria. */
export const summariseDayJob = defineScheduledJob('cases.summarise-day', 'mail', '30 6 * * *');
