import { describe, expect, it } from 'vitest';
import { findCountries, findCountryByName } from './find-countries.ts';

describe('findCountries', () => {
  it('gives all 54 while nothing is typed', () => {
    expect(findCountries('  ')).toHaveLength(54);
  });

  it('finds by the beginning of any word, without accents or capitals', () => {
    expect(findCountries('cote')).toEqual(["Côte d'Ivoire"]);
    expect(findCountries('SAO')).toEqual(['São Tomé and Príncipe']);
    expect(findCountries('leone')).toEqual(['Sierra Leone']);
    expect(findCountries('guinea b')).toEqual(['Guinea-Bissau']);
  });

  it('puts names that begin with the text first', () => {
    expect(findCountries('guinea').slice(0, 2)).toEqual(['Guinea', 'Guinea-Bissau']);
    expect(findCountries('niger')).toEqual(['Niger', 'Nigeria']);
  });

  it('knows names that people use beside the official ones', () => {
    expect(findCountries('ivory')).toEqual(["Côte d'Ivoire"]);
    expect(findCountries('swazi')).toEqual(['Eswatini']);
    expect(findCountries('drc')).toEqual(['Democratic Republic of the Congo']);
  });

  it('finds nothing for a country that is not on the list', () => {
    expect(findCountries('atlantis')).toEqual([]);
  });
});

describe('findCountryByName', () => {
  it('takes a full name however it is written', () => {
    expect(findCountryByName(' cote d’ivoire ')).toBe("Côte d'Ivoire");
    expect(findCountryByName('Cape Verde')).toBe('Cabo Verde');
  });

  it('takes no beginnings and nothing empty', () => {
    expect(findCountryByName('Nig')).toBeUndefined();
    expect(findCountryByName('')).toBeUndefined();
  });
});
