/** Every status of a meeting; `awaiting_time` has no time yet, and the learner must propose one. */
export const meetingStatuses = [
  'awaiting_time',
  'proposed',
  'counter_proposed',
  'accepted',
  'declined',
  'cancelled',
] as const;
export type MeetingStatus = (typeof meetingStatuses)[number];

const open = ['awaiting_time', 'proposed', 'counter_proposed', 'accepted'] as const;

interface Transition {
  by: 'sponsor' | 'learner';
  from: readonly MeetingStatus[];
  to: MeetingStatus;
}

/** The transition table of meetings: which role performs an action, from which statuses, and the status after it. */
export const meetingTransitions = {
  propose: { by: 'sponsor', from: open, to: 'proposed' },
  acceptCounterProposal: { by: 'sponsor', from: ['counter_proposed'], to: 'accepted' },
  cancel: { by: 'sponsor', from: open, to: 'cancelled' },
  // The sponsor's own proposal stands until the sponsor replaces it, also beside a counter-proposal.
  accept: { by: 'learner', from: ['proposed', 'counter_proposed'], to: 'accepted' },
  counterPropose: { by: 'learner', from: open, to: 'counter_proposed' },
  decline: { by: 'learner', from: open, to: 'declined' },
} as const satisfies Record<string, Transition>;
export type MeetingAction = keyof typeof meetingTransitions;

/** Returns whether a meeting of this status allows the action. */
export function allowsMeetingAction(status: MeetingStatus, action: MeetingAction): boolean {
  const from: readonly MeetingStatus[] = meetingTransitions[action].from;
  return from.includes(status);
}

/** Returns whether a meeting was neither cancelled nor declined. */
export function isMeetingOpen(status: MeetingStatus): boolean {
  return (open as readonly MeetingStatus[]).includes(status);
}

interface Timed {
  status: MeetingStatus;
  endsAt: string | Date | null;
}

/**
 * Returns whether a meeting has taken place at a time (milliseconds since the epoch): its end has passed and it was
 * neither cancelled nor declined. A meeting without an agreed time never took place.
 */
export function hasTakenPlace({ status, endsAt }: Timed, nowMs: number): boolean {
  const hasTime = status === 'proposed' || status === 'accepted';
  return hasTime && endsAt !== null && new Date(endsAt).getTime() <= nowMs;
}
