import { Counter, Histogram } from 'prom-client';
import { registry } from '../metrics/registry.ts';

const registers = [registry];

/** Attempts to hand a mail to the SMTP server. */
export const mailsSent = new Counter({
  name: 'courselift_mails_total',
  help: 'Attempts of this process to send a mail: accepted by the SMTP server, rejected for ever (bounced), or deferred.',
  labelNames: ['outcome'] as const,
  registers,
});

// Series that exist before their first event, so that its increase is seen.
for (const outcome of ['accepted', 'rejected', 'deferred']) mailsSent.inc({ outcome }, 0);

/** Seconds from when a mail was due until the SMTP server accepted it. */
export const mailDelay = new Histogram({
  name: 'courselift_mail_delay_seconds',
  help: 'Time from when a mail was due until the SMTP server accepted it, for mails that this process sent.',
  buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600, 21_600],
  registers,
});
