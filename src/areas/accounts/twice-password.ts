import * as z from 'zod/mini';
import { NewPasswordSchema, refineWhenIncomplete } from '#contracts/fields.ts';
import { passwordCopy as copy } from './password.copy.ts';

/** A new password, typed twice. */
export const TwicePasswordSchema = z
  .object({ password: NewPasswordSchema, confirmPassword: z.string(copy.mismatch) })
  .check(
    z.refine((form) => form.password === form.confirmPassword, {
      error: copy.mismatch,
      path: ['confirmPassword'],
      ...refineWhenIncomplete,
    }),
  );
