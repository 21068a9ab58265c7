import type { getProfile as contract } from '#contracts/profile.ts';
import type { Handler } from '#services/deps.ts';
import { presentProfile } from './present-profile.ts';

/** Returns the caller's own account. */
export const getProfile: Handler<typeof contract> = async ({ caller }, { db }) => ({
  message: 'Your account',
  data: await presentProfile(db, caller.id),
});
