import { findProgram } from '#tests/support/vitest/requirements.ts';

/** Programs of the machine that scenarios start. */
const programs = {
  wrk: { commands: ['wrk'], installLine: 'sudo apt-get install wrk   (macOS: brew install wrk)' },
  nginx: {
    commands: ['nginx'],
    installLine: 'sudo apt-get install nginx-light   (macOS: brew install nginx)',
  },
  caddy: { commands: ['caddy'], installLine: 'sudo apt-get install caddy   (macOS: brew install caddy)' },
  redis: {
    commands: ['redis-server'],
    installLine: 'sudo apt-get install redis-server   (macOS: brew install redis)',
  },
};

// Debian installs nginx in a folder that is not on the PATH of every account.
const otherPlaces = { wrk: undefined, nginx: '/usr/sbin/nginx', caddy: undefined, redis: undefined };

/** Returns the path of a program. Throws when it is not installed, with the command that installs it. */
export function pathOf(name: keyof typeof programs): string {
  const requirement = findProgram(programs[name], otherPlaces[name]);
  if (requirement.missing) throw new Error(requirement.missing);
  return requirement.path as string;
}

/** Returns which program is missing, with the command that installs it; undefined when all are there. */
export function findMissingProgram(names: readonly (keyof typeof programs)[]): string | undefined {
  return names.map((name) => findProgram(programs[name], otherPlaces[name]).missing).find(Boolean);
}
