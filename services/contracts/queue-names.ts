/** Names of all queues. A queue name must not contain ':' (BullMQ). */
export const queueNames = [
  'meetings',
  'newsletter',
  'payments',
  'sponsorships',
  'mail',
  'housekeeping',
] as const;
/** A name from {@link queueNames}. */
export type QueueName = (typeof queueNames)[number];
