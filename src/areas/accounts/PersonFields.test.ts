import { describe, expect, it } from 'vitest';
import { findCountries, findCountryByName } from './PersonFields.tsx';

describe('findCountries', () => {
  it('returns all 54 countries for an empty text', () => {
    expect(findCountries('  ')).toHaveLength(54);
  });

  it('matches the beginning of any word, ignoring accents and case', () => {
    expect(findCountries('cote')).toEqual(["Côte d'Ivoire"]);
    expect(findCountries('SAO')).toEqual(['São Tomé and Príncipe']);
    expect(findCountries('leone')).toEqual(['Sierra Leone']);
    expect(findCountries('guinea b')).toEqual(['Guinea-Bissau']);
  });

  it('sorts names that begin with the text first', () => {
    expect(findCountries('guinea').slice(0, 2)).toEqual(['Guinea', 'Guinea-Bissau']);
    expect(findCountries('niger')).toEqual(['Niger', 'Nigeria']);
  });

  it('matches common names beside the official ones', () => {
    expect(findCountries('ivory')).toEqual(["Côte d'Ivoire"]);
    expect(findCountries('swazi')).toEqual(['Eswatini']);
    expect(findCountries('drc')).toEqual(['Democratic Republic of the Congo']);
  });

  it('returns nothing for a country that is not on the list', () => {
    expect(findCountries('atlantis')).toEqual([]);
  });
});

describe('findCountryByName', () => {
  it('matches a full name, ignoring accents and case', () => {
    expect(findCountryByName(' cote d’ivoire ')).toBe("Côte d'Ivoire");
    expect(findCountryByName('Cape Verde')).toBe('Cabo Verde');
  });

  it('matches neither prefixes nor an empty text', () => {
    expect(findCountryByName('Nig')).toBeUndefined();
    expect(findCountryByName('')).toBeUndefined();
  });
});
