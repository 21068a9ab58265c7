import * as z from 'zod/mini';
import { SignUpFormSchema } from '#contracts/accounts/accounts.ts';
import { countryCheck } from '#contracts/accounts/countries.ts';
import { GoogleRegistrationSchema } from '#contracts/accounts/google.ts';
import { ageChecks } from '#contracts/accounts/guardians.ts';

// Specific messages per field instead of the one that the contract shares between fields.
const { phoneNumber, gender, role, isAdult, adultFrom } = SignUpFormSchema.shape;

/** The form that completes a registration with Google. */
export const RegistrationFormSchema = z
  .extend(GoogleRegistrationSchema, { phoneNumber, gender, role, isAdult, adultFrom })
  .check(countryCheck, ...ageChecks);
