import { EntitySchema } from 'typeorm';
import { createdAt, id, reference } from '#services/platform/database/columns.ts';

/** A sponsor's choice to fund a request; the results are in its payments. */
export interface Sponsorship {
  id: string;
  requestId: string;
  sponsorId: string;
  /** Whether the sponsor's name is hidden from the learner. */
  isAnonymous: boolean;
  createdAt: Date;
}

export const SponsorshipEntity = new EntitySchema<Sponsorship>({
  name: 'Sponsorship',
  tableName: 'sponsorships',
  columns: {
    id,
    requestId: reference('HelpRequest'),
    sponsorId: reference('User'),
    isAnonymous: { type: 'boolean' },
    createdAt,
  },
  indices: [
    { name: 'sponsorships_one_per_sponsor', columns: ['requestId', 'sponsorId'], unique: true },
    { name: 'sponsorships_sponsor', columns: ['sponsorId', 'createdAt'] },
  ],
});
