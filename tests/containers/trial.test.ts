import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findSettingProblems } from '#services/platform/check-settings.ts';
import { readConfig } from '#services/platform/config.ts';
import type { ComposeFile } from '../support/rules/compose-rules.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const text = read('docker-compose.yml');
const compose = parse(text, { merge: true }) as ComposeFile;

describe('deploy/trial.env', () => {
  const trial = parseEnv(read('deploy/trial.env')) as Record<string, string>;
  const settings = (change: Record<string, string> = {}) =>
    readConfig({
      ...trial,
      DATABASE_URL: 'postgres://app:app@postgres/x',
      NODE_ENV: 'production',
      ...change,
    });

  it('starts a sandbox with providers of its own, in a project and so in volumes of its own', () => {
    expect(text).toMatch(/^name: courselift$/m);
    expect(trial).toMatchObject({
      COMPOSE_PROJECT_NAME: 'courselift-trial',
      COMPOSE_PROFILES: 'trial',
      TRIAL: 'true',
    });
    expect(settings()).toMatchObject({
      isSandbox: true,
      payment: { baseUrl: 'http://sandbox:4322/payments' },
    });
    expect(findSettingProblems(settings())).toEqual([]);
    const { sandbox, 'sample-people': people } = compose.services;
    expect([sandbox, people].map((service) => service?.image)).toEqual([
      'courselift-trial',
      'courselift-trial',
    ]);
    expect(sandbox?.ports).toEqual(['127.0.0.1:4322:4322']);
  });

  it('refuses a live payment key', () => {
    expect(findSettingProblems(settings({ PAYMENT_SECRET_KEY: 'sk_live_0123456789' }))).toEqual([
      expect.stringContaining('is a live key'),
    ]);
  });

  it('builds pages that say that it is a trial, from the one layout that all pages have', () => {
    expect(read('Dockerfile')).toMatch(/^ARG PUBLIC_TRIAL$.*^RUN npm run build$.*^FROM build AS trial$/ms);
    const layout = read('src/areas/site/Layout.astro');
    expect(layout).toContain('Boolean(import.meta.env.PUBLIC_TRIAL)');
    expect(layout).toContain('{isTrial && <p class="trial">{trialNotice}</p>}');
    const pages = globSync('src/**/*.astro', { cwd: root });
    expect(pages.filter((path) => read(path).includes('<body'))).toEqual(['src/areas/site/Layout.astro']);
  });
});
