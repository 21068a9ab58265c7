import * as z from 'zod/mini';
import { idParams, requiredText } from '../fields.ts';

/** A time in responses of the desk: UTC, ISO 8601. */
export const MomentSchema = z.iso.datetime();
/** Reason of an act, for the audit log and the history of cases. */
export const ReasonSchema = requiredText('Please give a reason.', 500);
/** An amount in minor units of its currency. */
export const MoneySchema = z.object({ minor: z.number(), currency: z.string() });
/** A learner, sponsor or operator by name. */
export const NamedPersonSchema = z.object({ id: z.string(), name: z.string() });

/** A filter whose empty choice, and that of a form without JavaScript, is an empty text: it is left out. */
export const emptyToAbsent = <T extends z.ZodMiniType>(schema: T) =>
  z.optional(
    z.pipe(
      z.transform((value: unknown) => (value === '' ? undefined : value)),
      z.optional(schema),
    ),
  );
/** A day as a filter, which may be empty. */
export const DayFilterSchema = emptyToAbsent(z.iso.date('Please choose a day.'));

/** A call that acts on one row for a reason. */
export const withReason = {
  params: idParams,
  body: z.object({ reason: ReasonSchema }),
} as const;
