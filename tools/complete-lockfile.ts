import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The fields of a package-lock.json entry that this tool reads and writes. */
export interface LockEntry {
  /** Of a package that is installed under another name. */
  name?: string;
  version?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}
type Packages = Record<string, LockEntry>;

const systemNames = 'darwin linux win32 android freebsd openbsd netbsd sunos aix openharmony'.split(' ');
const systems: Record<string, string> = {
  ...Object.fromEntries(systemNames.map((name) => [name, name])),
  windows: 'win32',
};
const processors = 'x64 arm64 arm ia32 ppc64 s390x riscv64 loong64 mips64el wasm32'.split(' ');
const libraries: Record<string, string> = { musl: 'musl', gnu: 'glibc' };

/**
 * Returns optional packages that are missing from a lockfile, by path. npm omits those of other platforms when it
 * cannot reach them during the install, and `npm ci` then rejects the lockfile on every platform.
 */
export function findMissing(packages: Packages): Packages {
  const missing: Packages = {};
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!isNamed(packages, path, name)) missing[`node_modules/${name}`] = describe(name, range, entry);
    }
  }
  return missing;
}

function isNamed(packages: Packages, from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (packages[`${folder && `${folder}/`}node_modules/${name}`]) return true;
    if (!folder) return false;
  }
}

// The package name contains its platform: @biomejs/cli-linux-arm64-musl.
function describe(name: string, range: string, { dev }: LockEntry): LockEntry {
  const words = name.split(/[/@-]/);
  const os = words.map((word) => systems[word]).find(Boolean);
  const cpu = words.find((word) => processors.includes(word));
  const libc = words.map((word) => libraries[word]).find(Boolean);
  return {
    version: range.replace(/^[\^~]/, ''),
    ...(cpu && { cpu: [cpu] }),
    ...(dev && { dev }),
    optional: true,
    ...(os && { os: [os] }),
    ...(libc && { libc: [libc] }),
  };
}

/** Returns the packages of a lockfile without a checksum, by path: npm does not install those of other platforms, and so has none. */
export function findUnchecked(packages: Packages): Packages {
  return Object.fromEntries(
    Object.entries(packages).filter(([path, { integrity }]) => path.includes('node_modules/') && !integrity),
  );
}

/** Returns the entry with checksum and licence as the registry states them. */
function addChecksum(path: string, entry: LockEntry): LockEntry {
  const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const fields = ['dist.integrity', 'license', '--json'];
  const details = String(execFileSync('npm', ['view', `${name}@${entry.version}`, ...fields]));
  const { 'dist.integrity': integrity, license } = JSON.parse(details) as Record<string, string>;
  const { version, ...others } = entry;
  const sorted = Object.entries({ ...others, license }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { version, integrity, ...Object.fromEntries(sorted) } as LockEntry;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = 'package-lock.json';
  const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Packages };
  const missing = findMissing(lock.packages);
  const all = { ...lock.packages, ...missing };
  const unchecked = findUnchecked(all);
  for (const [path, entry] of Object.entries(unchecked)) all[path] = addChecksum(path, entry);
  lock.packages = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(
    `${Object.keys(missing).length} optional packages and ${Object.keys(unchecked).length} checksums were added to ${file}.\n`,
  );
}
