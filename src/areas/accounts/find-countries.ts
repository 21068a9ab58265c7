import {
  africanCountries,
  countryCode,
  countryName,
  defaultCountry,
  otherCountries,
} from '#contracts/accounts/countries.ts';

/** A country of the list: its value in the form, and its name. */
interface CountryOption {
  value: string;
  name: string;
}

const african: readonly CountryOption[] = africanCountries.map((name) => ({ value: name, name }));
let all: readonly CountryOption[] | undefined;

/** Returns the countries for a role: the African ones, followed by all others unless it is a learner's. */
export function countriesFor(role: string): readonly CountryOption[] {
  if (role === 'learner') return african;
  const toOption = (code: string) => ({ value: code, name: countryName(code) });
  const byName = (a: CountryOption, b: CountryOption) => a.name.localeCompare(b.name, 'en');
  all ??= [...african, ...otherCountries.map(toOption).sort(byName)];
  return all;
}

/** Returns the country of the browser's region if its language names one that the role can choose, or the default. */
export function preselectedCountry(role: string, language = navigator.language): string {
  const region = language.match(/-([a-z]{2})(?:-|$)/i)?.[1]?.toUpperCase();
  return countriesFor(role).find(({ value }) => countryCode(value) === region)?.value ?? defaultCountry;
}

// Common names that are not in the list.
const otherNames: Record<string, readonly string[]> = {
  'Cabo Verde': ['Cape Verde'],
  "Côte d'Ivoire": ['Ivory Coast'],
  'Democratic Republic of the Congo': ['DRC', 'Congo-Kinshasa', 'Zaire'],
  Eswatini: ['Swaziland'],
  'Republic of the Congo': ['Congo-Brazzaville'],
  'South Africa': ['RSA'],
  'Central African Republic': ['CAR'],
  AE: ['UAE'],
  CZ: ['Czech Republic'],
  GB: ['UK', 'Great Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
  KR: ['Republic of Korea'],
  NL: ['Holland'],
  RU: ['Russian Federation'],
  TR: ['Turkey'],
  US: ['USA', 'America'],
};

const accents = /\p{M}/gu;
const betweenWords = /[\s'’-]+/u;

/** Returns the countries whose name or alias contains a word starting with each typed word; best matches first. */
export function findCountries(options: readonly CountryOption[], typed: string): readonly CountryOption[] {
  const text = plain(typed);
  const words = text.split(betweenWords).filter(Boolean);
  if (words.length === 0) return options;
  const matches = options.filter(({ value, name }) => {
    const parts = namesOf({ value, name }).join(' ').split(betweenWords);
    return words.every((word) => parts.some((part) => part.startsWith(word)));
  });
  const rank = (option: CountryOption) =>
    namesOf(option).includes(text) ? 2 : Number(plain(option.name).startsWith(text));
  return matches.sort((a, b) => rank(b) - rank(a));
}

/** Returns the country with this exact name or alias, ignoring case and accents. */
export function findCountryByName(
  options: readonly CountryOption[],
  typed: string,
): CountryOption | undefined {
  const text = plain(typed);
  if (!text) return undefined;
  return options.find((option) => namesOf(option).includes(text));
}

/** Returns the name and the aliases of a country as they are compared. */
const namesOf = ({ value, name }: CountryOption): string[] => [name, ...(otherNames[value] ?? [])].map(plain);

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(accents, '').replaceAll('’', "'").trim().toLowerCase();
}
