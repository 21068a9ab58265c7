import { EntitySchema } from 'typeorm';

/** A used registration ticket, stored until after its expiry so that it cannot be replayed. */
export interface UsedGoogleTicket {
  id: string;
  expiresAt: Date;
}

export const UsedGoogleTicketEntity = new EntitySchema<UsedGoogleTicket>({
  name: 'UsedGoogleTicket',
  tableName: 'used_google_tickets',
  columns: {
    id: { type: 'uuid', primary: true },
    expiresAt: { type: 'timestamptz' },
  },
  indices: [{ name: 'used_google_tickets_expired', columns: ['expiresAt'] }],
});
