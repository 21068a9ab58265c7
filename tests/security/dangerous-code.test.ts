import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /^(services|workers|src)\/.*\.(tsx?|astro|sql)$/.test(path))
  .filter((path) => !/\.test\.tsx?$/.test(path) && existsSync(join(root, path)))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** Returns the lines of the product that match, as "path: line". The pattern must match the sample. */
function find(pattern: RegExp, sample: string, folder = ''): string[] {
  expect(sample).toMatch(pattern);
  return sources
    .filter(({ path }) => path.startsWith(folder))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => pattern.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
}

const pathsOf = (lines: string[]) => [...new Set(lines.map((line) => line.slice(0, line.indexOf(': '))))];

it('reads the sources of the product', () => {
  expect(sources.length).toBeGreaterThan(700);
});

// ASVS 1.3.2
it('no text becomes code', () => {
  expect(find(/\beval\(|new Function\(|node:vm|set(Timeout|Interval)\(['"`]/, 'eval(text)')).toEqual([]);
});

// ASVS 1.2.5
it('no process is started, but for the parser of uploads', () => {
  expect(find(/node:child_process/, "import { exec } from 'node:child_process';")).toEqual([
    expect.stringMatching(/parser\/parse-upload\.ts: import \{ type ChildProcess, fork \} from/),
  ]);
});

// ASVS 3.2.2
it('no text becomes HTML in the browser, but for three scripts of the layout that hold no typed text or escape it', () => {
  const lines = find(
    /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|set:html|DOMParser/,
    'element.innerHTML = text',
  );
  expect(lines).toEqual([
    expect.stringMatching(/^src\/areas\/site\/Head\.astro: .*set:html=\{asScriptText\(data\)\}/),
    expect.stringMatching(/^src\/areas\/site\/Layout\.astro: .*set:html=\{firstPaintScript\}/),
    expect.stringMatching(/^src\/areas\/site\/Layout\.astro: .*set:html=\{asScriptText\(page\.reads\)\}/),
  ]);
});

// ASVS 1.2.9
it('regular expressions are built from constants and settings only', () => {
  const lines = find(/\bRegExp\(/, 'new RegExp(text)');
  expect(pathsOf(lines).sort()).toEqual([
    'services/desk/search/parse-search.ts',
    'services/platform/queue/redis-connection.ts',
    'services/platform/redis/redis-memory.ts',
    'services/platform/setting-types.ts',
    'src/ui/drawings/course-topic.ts',
  ]);
});

// ASVS 1.3.10
it('messages of logs that contain values have no further arguments, so that no value is read as a format', () => {
  const lines = find(/\blog\.\w+\(.*`[^`]*\$\{[^`]*`,/, 'log.info(`Hello $' + '{name}`, more)');
  expect(lines).toEqual([]);
});

// ASVS 6.5.3, 11.5.1
it('random values that must not be guessed come from node:crypto', () => {
  const lines = find(/Math\.random/, 'Math.random()');
  // Pauses before retries.
  expect(pathsOf(lines)).toEqual(['services/platform/queue/define-job.ts', 'src/browser/follow-changes.ts']);
});

// ASVS 11.3.1, 11.3.2
it('the only cipher is AES-256-GCM', () => {
  const lines = find(/create(C|Dec)ipheriv\(|(public|private)(En|De)crypt\(/, 'createCipheriv(name)');
  expect(lines.map((line) => /\('([^']+)'/.exec(line)?.[1])).toEqual(['aes-256-gcm', 'aes-256-gcm']);
});

// ASVS 11.4.1, 11.4.3
it('hashes are SHA-256 or SHA-512', () => {
  const lines = find(/create(Hash|Hmac)\(/, "createHash('md5')", 'services');
  const names = lines.map((line) => /create(?:Hash|Hmac)\('([^']+)'/.exec(line)?.[1]);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => name !== 'sha256' && name !== 'sha512')).toEqual([]);
});

// ASVS 11.2.1
it('cryptography comes from node:crypto, jose, argon2, otpauth, and age for backups (decision 079)', () => {
  const lines = find(
    /\bfrom '(?!node:crypto')[^']*(crypt|argon|jose|otp|totp|jwt|hash|sodium|aes)[^'/]*'/i,
    "from 'bcrypt'",
  );
  const packages = lines
    .map((line) => /from '([^']+)'/.exec(line)?.[1] ?? '')
    .filter((name) => !/^[.#]/.test(name));
  expect([...new Set(packages)].sort()).toEqual(['@node-rs/argon2', 'age-encryption', 'jose', 'otpauth']);
});

// ASVS 12.3.2
it('certificates of other servers are always verified', () => {
  expect(
    find(/rejectUnauthorized|TLS_REJECT|checkServerIdentity|sslmode|ignoreTLS/i, 'rejectUnauthorized: false'),
  ).toEqual([]);
});

// ASVS 15.3.2
it('calls of the server say what happens with a redirect', () => {
  const callers = sources.filter(
    ({ path, text }) => /^(services|workers)\//.test(path) && /\bfetch\(/.test(text),
  );
  const silent = callers.filter(
    ({ text }) =>
      (text.match(/\bfetch\(/g)?.length ?? 0) > (text.match(/redirect: '(error|manual)'/g)?.length ?? 0),
  );
  expect(callers.length).toBeGreaterThan(0);
  expect(silent.map(({ path }) => path)).toEqual([]);
});

// ASVS 6.2.7
it('no field rejects pasted text', () => {
  const lines = find(/\bonPaste=|'paste'/, 'onPaste={(event) => event.preventDefault()}', 'src');
  expect(pathsOf(lines)).toEqual(['src/areas/requests/RecipientsModal.tsx']);
});

// ASVS 6.4.2
it('no call takes a password hint or the answer to a question', () => {
  const lines = find(
    /\b(password|secret|security)\w*(hint|question|answer)/i,
    'passwordHint: text',
    'services/contracts',
  );
  expect(lines).toEqual([]);
});

// ASVS 16.2.3
it('logs go to one place: no console, no files', () => {
  expect(find(/\bconsole\.|appendFile|createWriteStream/, "console.log('x')", 'services')).toEqual([]);
  expect(find(/\bconsole\.|appendFile|createWriteStream/, "console.log('x')", 'workers')).toEqual([]);
});

// ASVS 1.3.6
it('only the payment provider, the check of links and ops:doctor open connections to other servers', () => {
  const lines = find(
    /\bfetch\(|\b(client|https?)\.(request|get)\(|\b(net|tls)\.connect\(|\bcreateConnection\(|from 'undici'/,
    'await fetch(url)',
  ).filter((line) => !line.startsWith('src/'));
  expect(pathsOf(lines)).toEqual([
    // Addresses of the configuration alone.
    'services/admin/doctor/reach-checks.ts',
    'services/catalogue/links/check-link.ts',
    'services/providers/paystack/client.ts',
  ]);
});
