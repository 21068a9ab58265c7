import { z } from 'zod';

const common = {
  /** How many refusals or drops; null or absent: until changed. */
  times: z.number().int().min(1).max(1_000_000).nullable().default(null),
  /** Back to normal after so long. */
  forMs: z.number().int().min(1).max(86_400_000).nullable().default(null),
};

/** Body of `POST /mail/control`. */
export const SmtpFaultSchema = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('normal') }),
  /** Refuses at RCPT TO (or for one address only) with this reply code. */
  z.strictObject({
    mode: z.literal('refuse'),
    code: z.number().int().min(400).max(599).default(451),
    to: z.email().nullable().default(null),
    ...common,
  }),
  /** Takes the whole mail and cuts the line instead of confirming it. */
  z.strictObject({ mode: z.literal('drop'), stored: z.boolean().default(true), ...common }),
  /** Nobody listens on the port. */
  z.strictObject({ mode: z.literal('away'), forMs: common.forMs }),
]);

export type SmtpFault = z.output<typeof SmtpFaultSchema>;

/**
 * How the SMTP server behaves: well at first, and again after a restart of the sandbox.
 * `onChange` hears of every change, also those by time.
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

  /** Counts one mail hit; the last one brings good behaviour back. */
  function count(): void {
    if (current.mode !== 'refuse' && current.mode !== 'drop') return;
    if (current.times === null) return;
    current = current.times > 1 ? { ...current, times: current.times - 1 } : { mode: 'normal' };
  }

  return {
    get: () => current,
    set,
    /** The reply code with which this recipient is refused, if it is. */
    rejectionCodeFor(address: string): number | undefined {
      if (current.mode !== 'refuse') return undefined;
      if (current.to !== null && current.to.toLowerCase() !== address.toLowerCase()) return undefined;
      const { code } = current;
      count();
      return code;
    },
    /** Whether the mail that is being received is dropped, and if so, whether it is kept all the same. */
    consumeDrop(): { stored: boolean } | undefined {
      if (current.mode !== 'drop') return undefined;
      const { stored } = current;
      count();
      return { stored };
    },
  };
}
