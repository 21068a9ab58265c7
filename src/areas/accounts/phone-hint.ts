import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { countryCode, countryName } from '#contracts/accounts/countries.ts';
import { accountsCopy as copy } from './accounts.copy.ts';

/**
 * Returns the hint of a phone number: how a valid one is read, and otherwise the code of the country. Undefined for a
 * country without numbers of its own.
 */
export function phoneHint(typed: string, country: string): string | undefined {
  const defaultCountry = countryCode(country) as CountryCode;
  const isKnown = isSupportedCountry(defaultCountry);
  const number = parsePhoneNumberFromString(typed, { extract: false, ...(isKnown && { defaultCountry }) });
  if (number?.isValid()) return copy.phoneRead(number.formatInternational());
  if (!isKnown) return undefined;
  return copy.phoneCode(`+${getCountryCallingCode(defaultCountry)}`, countryName(country));
}
