import { expect, it } from 'vitest';
import { schedules } from './schedules.ts';

it('schedules every job definition with a schedule, with a valid payload', () => {
  expect(schedules.map(({ job, pattern }) => [job.name, pattern])).toEqual([
    ['refunds.poll', '*/5 * * * *'],
    ['disputes.poll', '*/5 * * * *'],
    ['accounts.come-of-age', '13 * * * *'],
    ['privacy.purge', '17 * * * *'],
    ['housekeeping.sweep-files', '* * * * *'],
    ['housekeeping.sample-queues', '* * * * *'],
    ['purchases.follow-up', '23 * * * *'],
    ['requests.ask-for-prices', '41 * * * *'],
    ['payments.reconcile', '11 2 * * *'],
    ['catalogue.check-links', '53 * * * *'],
    ['cases.check-outages', '* * * * *'],
    ['cases.summarise-day', '30 6 * * *'],
  ]);
  for (const { job, payload } of schedules) expect(job.payload.safeParse(payload).success).toBe(true);
});
