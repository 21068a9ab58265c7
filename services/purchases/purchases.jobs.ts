import { defineScheduledJob } from '#services/platform/queue/define-job.ts';

/** Sends reminders and puts lapsed purchases back into the queue; scheduled every hour. */
export const followUpPurchasesJob = defineScheduledJob('purchases.follow-up', 'housekeeping', '23 * * * *');
