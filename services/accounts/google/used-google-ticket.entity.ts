import { EntitySchema } from 'typeorm';

/** A registration ticket that was used; kept until it would have run out anyway. */
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
});
