/** Texts about the suspension of a person. */
export const standingCopy = {
  suspended: 'suspended',
  suspendedBy: (name: string) => `Suspended by ${name}`,
  suspend: {
    label: 'Suspend this person',
    hint: 'Signed out everywhere and cannot sign in; open requests are hidden and meetings cancelled. What is paid is not bought meanwhile, and money that still arrives for a hidden request is given back. Lifting the suspension undoes it, except for the meetings. With two pairs of eyes another operator approves it.',
    reasonHint: 'It is mailed to the person, who can appeal once.',
  },
  restore: {
    label: 'Lift the suspension',
    hint: 'Signing in is possible again, and open requests are shown. With two pairs of eyes another operator approves it.',
    reasonHint: 'For the audit log.',
  },
  waits: {
    suspend: (name: string, reason: string) => `${name} asks to suspend this person: ${reason}`,
    restore: (name: string, reason: string) => `${name} asks to lift the suspension: ${reason}`,
  },
} as const;
