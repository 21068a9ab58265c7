import { EntitySchema } from 'typeorm';
import { createdAt, id, optionalText, text } from '#services/platform/database/columns.ts';

/** One signed webhook of the provider, without what names a person; the unique key rejects redeliveries. */
export interface WebhookEvent {
  id: string;
  event: string;
  /** Event name with the provider's id or reference, because the provider sends no event id. */
  naturalKey: string;
  reference: string | null;
  payload: object;
  createdAt: Date;
}

export const WebhookEventEntity = new EntitySchema<WebhookEvent>({
  name: 'WebhookEvent',
  tableName: 'webhook_inbox',
  columns: {
    id,
    event: text,
    naturalKey: text,
    reference: optionalText,
    payload: { type: 'jsonb' },
    createdAt,
  },
  indices: [
    { name: 'webhook_inbox_once', columns: ['naturalKey'], unique: true },
    { name: 'webhook_inbox_by_time', columns: ['createdAt'] },
    { name: 'webhook_inbox_reference', columns: ['reference'] },
  ],
});
