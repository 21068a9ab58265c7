import { waitlistInterests } from '#contracts/waitlist/waitlist.ts';
import * as column from '#services/platform/database/columns.ts';
import { defineEntity } from '#services/platform/database/define-entity.ts';

/** A waitlist entry. An address has one entry per interest; entries without an address are all stored. */
export const WaitlistEntryEntity = defineEntity({
  name: 'WaitlistEntry',
  tableName: 'waitlist_entries',
  columns: {
    id: column.id,
    email: column.optional(column.address),
    wish: column.oneOf(waitlistInterests),
    note: column.optionalText,
    createdAt: column.createdAt,
  },
  indices: [{ name: 'waitlist_entries_once', columns: ['email', 'wish'], unique: true }],
});
