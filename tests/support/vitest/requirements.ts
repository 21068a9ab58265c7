import { accessSync, constants, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that some tests need and npm does not bring. */
interface Program {
  /** Names to look for on PATH, best first. */
  commands: string[];
  installLine: string;
}

const programs = {
  redis: {
    commands: ['redis-server'],
    installLine: 'sudo apt-get install redis-server   (macOS: brew install redis)',
  },
  chromium: {
    // The headless shell has no user interface: pages cost it a third less.
    commands: [
      ...['chromium-headless-shell', 'chrome-headless-shell'],
      ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    ],
    installLine: 'sudo apt-get install chromium-headless-shell   (macOS: brew install --cask chromium)',
  },
  firefox: {
    commands: ['firefox-esr', 'firefox'],
    installLine: 'sudo apt-get install firefox-esr   (macOS: brew install --cask firefox)',
  },
  webkit: {
    commands: ['WebKitWebDriver'],
    installLine: 'sudo apt-get install webkit2gtk-driver xvfb   (Debian and Ubuntu only)',
  },
  xvfb: { commands: ['Xvfb'], installLine: 'sudo apt-get install xvfb   (Debian and Ubuntu only)' },
  prometheus: {
    // Debian's package has promtool as well.
    commands: ['prometheus'],
    installLine: 'sudo apt-get install prometheus   (macOS: brew install prometheus)',
  },
  alertmanager: {
    // Debian's package has amtool as well.
    commands: ['prometheus-alertmanager', 'alertmanager'],
    installLine: 'sudo apt-get install prometheus-alertmanager   (Debian and Ubuntu)',
  },
  pgbouncer: {
    // Debian has it where only root's PATH looks.
    commands: ['pgbouncer', '/usr/sbin/pgbouncer'],
    installLine: 'sudo apt-get install pgbouncer   (macOS: brew install pgbouncer)',
  },
  caddy: {
    commands: ['caddy'],
    installLine: 'sudo apt-get install caddy   (macOS: brew install caddy)',
  },
  swift: {
    // A library of Debian's Python, not a program; see swiftModule.
    commands: ['python3-swift'],
    installLine: 'sudo apt-get install --no-install-recommends python3-swift   (Debian and Ubuntu only)',
  },
  postgres: {
    // A server with pg_dump, which the embedded one ships without.
    commands: ['initdb'],
    installLine: 'sudo apt-get install postgresql   (macOS: brew install postgresql@18)',
  },
  shellcheck: {
    commands: ['shellcheck'],
    installLine: 'sudo apt-get install shellcheck   (macOS: brew install shellcheck)',
  },
} satisfies Record<string, Program>;

/** Where Debian has the server of OpenStack Swift, which has an S3 API. */
const swiftModule = '/usr/lib/python3/dist-packages/swift/proxy';

/** True in a strict run, which is `.ci/run`: nothing is skipped. */
export const isStrict = (): boolean => process.env.STRICT === '1';

/** A program's path, or why the tests that need it are skipped. */
export type Requirement = { path: string; missing?: never } | { path?: never; missing: string };

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test is skipped. */
    skipReason?: string | undefined;
  }
}

/** Options of a test or suite that is skipped, with its reason for the summary, unless the program is there. */
export const needs = (requirement: { missing?: string | undefined } | undefined) => ({
  skip: requirement?.missing !== undefined,
  meta: { skipReason: requirement?.missing },
});

/** Looks for `redis-server`; see {@link requireProgram}. */
export const requireRedis = (): Requirement => requireProgram(programs.redis);

/** Looks for `prometheus`, which comes with `promtool`; see {@link requireProgram}. */
export const requirePrometheus = (): Requirement => requireProgram(programs.prometheus);

/** Looks for Alertmanager, which comes with `amtool`; see {@link requireProgram}. */
export const requireAlertmanager = (): Requirement => requireProgram(programs.alertmanager);

/** Looks for `pgbouncer`; see {@link requireProgram}. */
export const requirePgbouncer = (): Requirement => requireProgram(programs.pgbouncer);

/** Looks for Caddy; see {@link requireProgram}. */
export const requireCaddy = (): Requirement => requireProgram(programs.caddy);

/** Looks for Caddy like {@link requireCaddy}, but neither prints nor throws. */
export const findCaddy = (): Requirement => findProgram(programs.caddy);

/** Looks for OpenStack Swift; see {@link requireProgram}. */
export const requireSwift = (): Requirement => requireProgram(programs.swift, swiftModule);

/** Looks for `initdb` of the newest PostgreSQL of the system's packages; see {@link requireProgram}. */
export const requirePostgres = (): Requirement => requireProgram(programs.postgres, findInitdb());

/** Looks for `shellcheck`; see {@link requireProgram}. */
export const requireShellcheck = (): Requirement => requireProgram(programs.shellcheck);

/** Looks for Chromium (or CHROMIUM_PATH); see {@link requireProgram}. */
export const requireChromium = (): Requirement =>
  requireProgram(programs.chromium, process.env.CHROMIUM_PATH);

/** Looks for Firefox; see {@link requireProgram}. */
export const requireFirefox = (): Requirement => requireProgram(programs.firefox);

/** Looks for the driver of WebKitGTK, and for the display that it needs; see {@link requireProgram}. */
export const requireWebKit = (): Requirement => {
  const display = requireProgram(programs.xvfb);
  return display.missing ? display : requireProgram(programs.webkit);
};

/** Looks for Chromium like {@link requireChromium}, but neither prints nor throws. */
export const findChromium = (): Requirement => findProgram(programs.chromium, process.env.CHROMIUM_PATH);

/** Debian keeps it off PATH, in a folder for each version. */
const findInitdb = () =>
  globSync(['/usr/lib/postgresql/*/bin/initdb', '/opt/homebrew/opt/postgresql@*/bin/initdb'])
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1);

/**
 * Finds a program on PATH. When it is missing the reason is printed with the line that installs it, and the
 * caller skips: `describe('…', needs(requireRedis()), …)`.
 *
 * @throws when it is missing and STRICT=1, so that a strict run fails where a relaxed one skips.
 */
export function requireProgram(program: Program, configured?: string): Requirement {
  const requirement = findProgram(program, configured);
  if (!requirement.missing) return requirement;
  if (isStrict()) throw new Error(requirement.missing);
  process.stderr.write(`\nSKIPPED: ${requirement.missing}\n`);
  return requirement;
}

/** Looks for a program on PATH, or at the path that is configured; neither prints nor throws. */
export function findProgram({ commands, installLine }: Program, configured?: string): Requirement {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = commands.flatMap((command) => folders.map((folder) => join(folder, command)));
  const path = [configured, ...candidates].find((file) => file !== undefined && isExecutable(file));
  if (path) return { path };
  return { missing: `${commands[0]} is not installed. Install it with: ${installLine}` };
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
