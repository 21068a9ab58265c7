import { limits } from '#contracts/limits.ts';
import type { Recipient } from '../recipient.entity.ts';

/** Returns when an invitation may be resent; null before the first mail and after the last allowed one. */
export function resendableAt({
  invitedAt,
  resentAt,
  resends,
}: Pick<Recipient, 'invitedAt' | 'resentAt' | 'resends'>): Date | null {
  if (!invitedAt || resends >= limits.invitationResends) return null;
  const lastMs = Math.max(invitedAt.getTime(), resentAt?.getTime() ?? 0);
  return new Date(lastMs + limits.invitationPauseMs);
}
