import { type Country, countries } from '#contracts/accounts/countries.ts';

// Common names that are not in the list.
const otherNames: Partial<Record<Country, string>> = {
  'Cabo Verde': 'Cape Verde',
  "Côte d'Ivoire": 'Ivory Coast',
  'Democratic Republic of the Congo': 'DRC Congo-Kinshasa Zaire',
  Eswatini: 'Swaziland',
  'Republic of the Congo': 'Congo-Brazzaville',
  'South Africa': 'RSA',
  'Central African Republic': 'CAR',
};

const accents = /\p{M}/gu;
const betweenWords = /[\s'’-]+/u;

/**
 * Returns the countries whose name or alias contains a word starting with each typed word; best matches
 * first.
 */
export function findCountries(typed: string): readonly Country[] {
  const text = plain(typed);
  const words = text.split(betweenWords).filter(Boolean);
  if (words.length === 0) return countries;
  const found = countries.filter((country) => {
    const parts = plain(`${country} ${otherNames[country] ?? ''}`).split(betweenWords);
    return words.every((word) => parts.some((part) => part.startsWith(word)));
  });
  return found.sort(
    (one, other) => Number(plain(other).startsWith(text)) - Number(plain(one).startsWith(text)),
  );
}

/** Returns the country with this exact name or alias, ignoring case and accents. */
export function findCountryByName(typed: string): Country | undefined {
  const text = plain(typed);
  if (!text) return undefined;
  return countries.find((country) => plain(country) === text || plain(otherNames[country] ?? '') === text);
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(accents, '').replaceAll('’', "'").trim().toLowerCase();
}
