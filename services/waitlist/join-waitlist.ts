import type { joinWaitlist as contract } from '#contracts/waitlist/waitlist.ts';
import type { Handler } from '#services/deps.ts';
import { WaitlistEntryEntity } from './waitlist-entry.entity.ts';

/** Stores a waitlist entry; upserts the note for the same address and interest. */
export const joinWaitlist: Handler<typeof contract> = async ({ body: { email, wish, note } }, { db }) => {
  await db.manager.upsert(
    WaitlistEntryEntity,
    { email: email ?? null, wish, note: note || null },
    { conflictPaths: ['email', 'wish'] },
  );
  return { message: 'Thank you! We have noted what you are waiting for.' };
};
