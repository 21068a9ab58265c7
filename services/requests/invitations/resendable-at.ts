import { limits } from '#contracts/limits.ts';
import type { Recipient } from '../recipient.entity.ts';

/** When an invitation may be sent again: a while after the last time; null when it has not been sent or no more. */
export function resendableAt({
  invitedAt,
  resentAt,
  resends,
}: Pick<Recipient, 'invitedAt' | 'resentAt' | 'resends'>): Date | null {
  if (!invitedAt || resends >= limits.invitationResends) return null;
  const lastMs = Math.max(invitedAt.getTime(), resentAt?.getTime() ?? 0);
  return new Date(lastMs + limits.invitationPauseMs);
}
