import { describe, expect, it } from 'vitest';
import { africanCountries } from '#contracts/accounts/countries.ts';
import { countriesFor, findCountries, findCountryByName, preselectedCountry } from './find-countries.ts';

const learners = countriesFor('learner');
const sponsors = countriesFor('sponsor');
const names = (typed: string, options = learners) => findCountries(options, typed).map(({ name }) => name);

describe('countriesFor', () => {
  it('returns the 54 African countries for learners, and for sponsors these first and all others by name after them', () => {
    expect(learners.map(({ value }) => value)).toEqual(africanCountries);
    expect(learners).toHaveLength(54);
    const others = sponsors.slice(54).map(({ name }) => name);
    expect(sponsors.slice(0, 54)).toEqual(learners);
    // ISO 3166 has 249 countries; Kosovo is added.
    expect(new Set(others).size).toBe(249 - 54 + 1);
    expect(others).toEqual([...others].sort((a, b) => a.localeCompare(b, 'en')));
    expect(others.filter((name) => /^[A-Z]{2}$/.test(name))).toEqual([]);
  });
});

describe('preselectedCountry', () => {
  it.each([
    ['sponsor', 'de-DE', 'DE'],
    ['sponsor', 'zh-Hant-TW', 'TW'],
    ['sponsor', 'en-KE', 'Kenya'],
    ['sponsor', 'de', 'Nigeria'],
    ['sponsor', 'es-419', 'Nigeria'],
    ['sponsor', 'en-ZZ', 'Nigeria'],
    ['learner', 'fr-SN', 'Senegal'],
    ['learner', 'en-US', 'Nigeria'],
  ])('is for a %s whose browser speaks %s: %s', (role, language, country) => {
    expect(preselectedCountry(role, language)).toBe(country);
  });
});

describe('findCountries', () => {
  it('returns all of them for an empty text', () => {
    expect(names('  ')).toHaveLength(54);
  });

  it('matches the beginning of any word, ignoring accents and case', () => {
    expect(names('cote')).toEqual(["Côte d'Ivoire"]);
    expect(names('SAO')).toEqual(['São Tomé and Príncipe']);
    expect(names('leone')).toEqual(['Sierra Leone']);
    expect(names('guinea b')).toEqual(['Guinea-Bissau']);
    expect(names('turkiye', sponsors)).toEqual(['Türkiye']);
  });

  it('sorts names that begin with the text first', () => {
    expect(names('guinea', sponsors).slice(0, 2)).toEqual(['Guinea', 'Guinea-Bissau']);
    expect(names('niger')).toEqual(['Niger', 'Nigeria']);
  });

  it('matches common names beside the official ones', () => {
    expect(names('ivory')).toEqual(["Côte d'Ivoire"]);
    expect(names('swazi')).toEqual(['Eswatini']);
    expect(names('drc')).toEqual(['Democratic Republic of the Congo']);
    expect(names('uk', sponsors)[0]).toBe('United Kingdom');
    expect(names('america', sponsors)[0]).toBe('United States');
    expect(findCountryByName(sponsors, 'UK')?.value).toBe('GB');
    expect(names('usa', sponsors)).toEqual(['United States']);
  });

  it('returns nothing for a country that is not on the list', () => {
    expect(names('atlantis', sponsors)).toEqual([]);
    expect(names('germany')).toEqual([]);
  });
});

describe('findCountryByName', () => {
  it('matches a full name, ignoring accents and case', () => {
    expect(findCountryByName(learners, ' cote d’ivoire ')?.value).toBe("Côte d'Ivoire");
    expect(findCountryByName(learners, 'Cape Verde')?.value).toBe('Cabo Verde');
    expect(findCountryByName(sponsors, 'germany')?.value).toBe('DE');
  });

  it('matches neither prefixes nor an empty text', () => {
    expect(findCountryByName(learners, 'Nig')).toBeUndefined();
    expect(findCountryByName(learners, '')).toBeUndefined();
  });
});
