import { defineScheduledJob } from './define-job.ts';

/** Deletes objects that no row refers to any more from the object store; scheduled. */
export const sweepFilesJob = defineScheduledJob('housekeeping.sweep-files', 'housekeeping', '* * * * *');

/** Stores the figures of the queues of this minute; scheduled. */
export const sampleQueuesJob = defineScheduledJob('housekeeping.sample-queues', 'housekeeping', '* * * * *');
