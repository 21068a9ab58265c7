import * as z from 'zod/mini';
import { formRule } from '../fields.ts';

/** The 54 African countries (specification section 9) with their ISO 3166 codes. Their names are stored and sent. */
const africanCodes = {
  Algeria: 'DZ',
  Angola: 'AO',
  Benin: 'BJ',
  Botswana: 'BW',
  'Burkina Faso': 'BF',
  Burundi: 'BI',
  'Cabo Verde': 'CV',
  Cameroon: 'CM',
  'Central African Republic': 'CF',
  Chad: 'TD',
  Comoros: 'KM',
  "Côte d'Ivoire": 'CI',
  'Democratic Republic of the Congo': 'CD',
  Djibouti: 'DJ',
  Egypt: 'EG',
  'Equatorial Guinea': 'GQ',
  Eritrea: 'ER',
  Eswatini: 'SZ',
  Ethiopia: 'ET',
  Gabon: 'GA',
  Gambia: 'GM',
  Ghana: 'GH',
  Guinea: 'GN',
  'Guinea-Bissau': 'GW',
  Kenya: 'KE',
  Lesotho: 'LS',
  Liberia: 'LR',
  Libya: 'LY',
  Madagascar: 'MG',
  Malawi: 'MW',
  Mali: 'ML',
  Mauritania: 'MR',
  Mauritius: 'MU',
  Morocco: 'MA',
  Mozambique: 'MZ',
  Namibia: 'NA',
  Niger: 'NE',
  Nigeria: 'NG',
  'Republic of the Congo': 'CG',
  Rwanda: 'RW',
  'São Tomé and Príncipe': 'ST',
  Senegal: 'SN',
  Seychelles: 'SC',
  'Sierra Leone': 'SL',
  Somalia: 'SO',
  'South Africa': 'ZA',
  'South Sudan': 'SS',
  Sudan: 'SD',
  Tanzania: 'TZ',
  Togo: 'TG',
  Tunisia: 'TN',
  Uganda: 'UG',
  Zambia: 'ZM',
  Zimbabwe: 'ZW',
} as const;

/** Name of an African country. */
export type Country = keyof typeof africanCodes;

/** The countries that a learner can choose from, alphabetically. */
export const africanCountries = Object.keys(africanCodes) as Country[];

// Every other country of ISO 3166, and XK, which the European Union assigns to Kosovo.
const otherCodes =
  'AD AE AF AG AI AL AM AQ AR AS AT AU AW AX AZ BA BB BD BE BG BH BL BM BN BO BQ BR BS BT BV BY BZ CA ' +
  'CC CH CK CL CN CO CR CU CW CX CY CZ DE DK DM DO EC EE EH ES FI FJ FK FM FO FR GB GD GE GF GG GI GL ' +
  'GP GR GS GT GU GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KG KH KI KN KP KR KW ' +
  'KY KZ LA LB LC LI LK LT LU LV MC MD ME MF MH MK MM MN MO MP MQ MS MT MV MX MY NC NF NI NL NO NP NR ' +
  'NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU SA SB SE SG SH SI SJ SK SM SR SV ' +
  'SX SY TC TF TH TJ TK TL TM TO TR TT TV TW UA UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT';

/** The other countries, which only a sponsor can choose. Their ISO 3166 codes are stored and sent. */
export const otherCountries: readonly string[] = otherCodes.split(' ');

/** Preselected country (specification section 9). */
export const defaultCountry: Country = 'Nigeria';

/** A country as it is stored and sent; {@link isCountryOf} says who can choose it. */
export const CountrySchema = z.enum([...africanCountries, ...otherCountries], 'Please select your country.');

/** Message for a learner who chooses a country outside of Africa. */
export const learnersCountry =
  'Learners choose one of the 54 African countries. Sponsors come from everywhere.';

/** Returns whether a person of a role can choose the country. */
export function isCountryOf(role: string | undefined, country: string | undefined): boolean {
  return role !== 'learner' || !country || country in africanCodes;
}

/** Check of a form about role and country. */
export const countryCheck = formRule<{ role?: string; country?: string }>(
  (form) => isCountryOf(form.role, form.country),
  ['country'],
  learnersCountry,
);

/** Returns the ISO 3166 code of a stored country. */
export function countryCode(country: string): string {
  return africanCodes[country as Country] ?? country;
}

/** Returns the English name of a stored country. */
export function countryName(country: string): string {
  if (!otherCountries.includes(country)) return country;
  return new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country;
}
