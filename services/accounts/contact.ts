import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { countryCode, isCountryOf, learnersCountry } from '#contracts/accounts/countries.ts';
import { invalidPhone, specifiedPhone } from '#contracts/fields.ts';
import { invalidField } from '#services/platform/errors.ts';
import type { User } from './user.entity.ts';

interface Contact extends Pick<User, 'role'> {
  country: string;
  phoneNumber: string;
}

/** Returns the columns of a person's country and phone number. @throws HttpError 422 */
export function readContact({ role, country, phoneNumber }: Contact): Omit<Contact, 'role'> {
  if (!isCountryOf(role, country)) throw invalidField('country', learnersCountry);
  return { country, phoneNumber: readPhone(phoneNumber, countryCode(country)) };
}

/**
 * Returns a phone number to store: as typed if it begins with a plus, and otherwise with the code of its country if it is
 * a number of that country. Every number of the specification's form is accepted, and in other forms every valid one.
 */
function readPhone(typed: string, country: string): string {
  const isSpecified = specifiedPhone.test(typed);
  if (isSpecified && typed.startsWith('+')) return typed;
  const defaultCountry = country as CountryCode;
  const number = parsePhoneNumberFromString(typed, {
    extract: false,
    ...(isSupportedCountry(defaultCountry) && { defaultCountry }),
  });
  if (number?.isValid()) return number.formatInternational();
  if (isSpecified) return typed;
  throw invalidField('phoneNumber', invalidPhone);
}
