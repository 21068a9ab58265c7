import * as z from 'zod/mini';
import { PasswordChangeSchema } from '#contracts/accounts/profile-changes.ts';
import { formRule, NewPasswordSchema } from '#contracts/fields.ts';
import { limits } from '#contracts/limits.ts';
import { passwordCopy as copy } from './password-strength.ts';

const ConfirmPasswordSchema = z.string(copy.mismatch);
/** Checks that the password in the field `name` was repeated. */
const confirms = <Name extends string>(name: Name) =>
  formRule<Record<Name | 'confirmPassword', string>>(
    (form) => form[name] === form.confirmPassword,
    ['confirmPassword'],
    copy.mismatch,
  );

/** The form of a new password after a mail link. */
export const ResetFormSchema = z
  .object({ password: NewPasswordSchema, confirmPassword: ConfirmPasswordSchema })
  .check(confirms('password'));

/** The form that changes a password. */
export const ChangeFormSchema = z
  .extend(PasswordChangeSchema, { confirmPassword: ConfirmPasswordSchema })
  .check(confirms('newPassword'));

const missing = 'Please enter your current password.';
/** The form that asks for the current password. */
export const CurrentPasswordSchema = z.object({
  currentPassword: z.string(missing).check(z.minLength(1, missing), z.maxLength(limits.passwordMaxBytes)),
});
