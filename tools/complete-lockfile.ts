import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The fields of a package-lock.json entry that this tool reads and writes. */
export interface LockEntry {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}
type Packages = Record<string, LockEntry>;

const systems: Record<string, string> = { windows: 'win32' };
for (const os of [
  'darwin',
  'linux',
  'win32',
  'android',
  'freebsd',
  'openbsd',
  'netbsd',
  'sunos',
  'aix',
  'openharmony',
]) {
  systems[os] = os;
}
const processors = [
  'x64',
  'arm64',
  'arm',
  'ia32',
  'ppc64',
  's390x',
  'riscv64',
  'loong64',
  'mips64el',
  'wasm32',
];
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = 'package-lock.json';
  const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Packages };
  const missing = findMissing(lock.packages);
  lock.packages = Object.fromEntries(
    Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(`${Object.keys(missing).length} optional packages were added to ${file}.\n`);
}
