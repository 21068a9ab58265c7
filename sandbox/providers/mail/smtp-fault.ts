import { z } from 'zod';

const common = {
  /** Number of mails affected; null or absent: until changed. */
  times: z.number().int().min(1).max(1_000_000).nullable().default(null),
  /** Returns to normal after this many milliseconds. */
  forMs: z.number().int().min(1).max(86_400_000).nullable().default(null),
};

/** Body of `POST /mail/control`. */
export const SmtpFaultSchema = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('normal') }),
  /** Rejects RCPT TO (of one address only, when given) with this reply code. */
  z.strictObject({
    mode: z.literal('refuse'),
    code: z.number().int().min(400).max(599).default(451),
    to: z.email().nullable().default(null),
    ...common,
  }),
  /** Reads the whole mail, then resets the connection instead of confirming it. */
  z.strictObject({ mode: z.literal('drop'), stored: z.boolean().default(true), ...common }),
  /** Closes the listening port. */
  z.strictObject({ mode: z.literal('away'), forMs: common.forMs }),
]);

export type SmtpFault = z.output<typeof SmtpFaultSchema>;

/**
 * Creates the fault state of the SMTP server, held in memory: a restart of the sandbox resets it.
 * `onChange` is called on every change, including expiry.
 */
export function createSmtpFaultState(onChange: (fault: SmtpFault) => Promise<void>) {
  let current: SmtpFault = { mode: 'normal' };
  let timer: NodeJS.Timeout | undefined;

  async function set(fault: SmtpFault): Promise<void> {
    clearTimeout(timer);
    current = fault;
    if (fault.mode !== 'normal' && fault.forMs !== null)
      timer = setTimeout(() => void set({ mode: 'normal' }), fault.forMs).unref();
    await onChange(fault);
  }

  /** Counts one affected mail; after the last one the mode is normal again. */
  function count(): void {
    if (current.mode !== 'refuse' && current.mode !== 'drop') return;
    if (current.times === null) return;
    current = current.times > 1 ? { ...current, times: current.times - 1 } : { mode: 'normal' };
  }

  return {
    get: () => current,
    set,
    /** Returns the reply code with which to reject this recipient, or undefined, and counts the rejection. */
    rejectionCodeFor(address: string): number | undefined {
      if (current.mode !== 'refuse') return undefined;
      if (current.to !== null && current.to.toLowerCase() !== address.toLowerCase()) return undefined;
      const { code } = current;
      count();
      return code;
    },
    /** Returns whether to drop the connection for the current mail and whether to store it first, and counts the drop. */
    consumeDrop(): { stored: boolean } | undefined {
      if (current.mode !== 'drop') return undefined;
      const { stored } = current;
      count();
      return { stored };
    },
  };
}
