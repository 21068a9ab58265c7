import { defineScheduledJob } from '#services/platform/queue/define-job.ts';

/** Asks learners to confirm old prices, and unlists requests without an answer; scheduled every hour. */
export const askForPricesJob = defineScheduledJob('requests.ask-for-prices', 'housekeeping', '41 * * * *');
