/** Names of all queues. A queue name must not contain ':' (BullMQ). */
export const queueNames = [
  'meetings',
  'newsletter',
  'payments',
  'sponsorships',
  'mail',
  'housekeeping',
] as const;
export type QueueName = (typeof queueNames)[number];
