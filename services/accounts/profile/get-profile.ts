import type { getProfile as contract } from '#contracts/accounts/profile.ts';
import type { Deps, Handler } from '#services/deps.ts';
import type { Caller } from '#services/platform/http/route.ts';
import { findSessionWith } from '../sessions/find-session.ts';
import { type ProfileRow, selectProfiles, toProfile } from './present-profile.ts';

interface CallerWithProfile extends Caller {
  profile: ProfileRow;
}

/** Returns the caller's own account, which {@link findCallerWithProfile} has read. */
export const getProfile: Handler<typeof contract, CallerWithProfile> = async ({ caller }) => ({
  message: 'Your account',
  data: toProfile(caller.profile),
});

/** Returns the caller with the row of the own account. One statement: every page of a signed-in person makes this call. */
export async function findCallerWithProfile(
  token: string,
  deps: Deps,
): Promise<CallerWithProfile | undefined> {
  const found = await findSessionWith<ProfileRow>(token, deps, { select: selectProfiles, userId: '_id' });
  return found && { ...found.caller, profile: found.own };
}
