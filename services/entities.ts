import { OutboxEntity } from './platform/queue/outbox.entity.ts';

/** Every table's entity; a new one is added here. */
export const entities = [OutboxEntity];
