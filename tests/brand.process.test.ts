import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, statSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrandOfSite } from '#contracts/site/brand.ts';
import { toBrand } from '#services/platform/brand/brand-settings.ts';
import { readStartSettings } from '#services/platform/config.ts';
import { drawSharePicture } from '#src/areas/site/drawn-pictures.ts';
import { brandDefinitions } from '#src/build/brand.ts';
import { openPages } from './support/pages/site-addresses.ts';
import { processEnv } from './support/product/process-env.ts';
import { findFirstBrand, secondBrand } from './support/product/second-brand.ts';
import { startTestProduct } from './support/product/test-product.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const site = 'https://hopeline.test';
const settings = { ...secondBrand, BRAND_LOGO: 'brand/logo.svg' };
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#7a1f5c"/></svg>`;
const copied = ['src', 'services', 'workers', 'sandbox', 'astro.config.mjs', 'tsconfig.json', 'package.json'];
const buildMs = 300_000;
const isText = /\.(html|m?js|css|json|xml|txt|svg|webmanifest)$/;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'second-brand-'));
  await Promise.all(copied.map((name) => cp(join(root, name), join(folder, name), { recursive: true })));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await mkdir(join(folder, 'brand'));
  await writeFile(join(folder, settings.BRAND_LOGO), logo);
  const build = join(root, 'node_modules/astro/bin/astro.mjs');
  const { code, printed } = await run([build, 'build'], {
    ...settings,
    PUBLIC_URL: site,
    NODE_ENV: 'production',
  });
  expect([code, code === 0 ? '' : printed]).toEqual([0, '']);
}, buildMs);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: processEnv({ ASTRO_TELEMETRY_DISABLED: '1', ...env }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [printed, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { code, printed };
}

const built = (path: string) => readFileSync(join(folder, 'dist/client', path));
const withoutPaths = (content: string) => content.replaceAll(root, '/').replaceAll(folder, '/');

describe('pages that are built with another brand', () => {
  it('name no other one in any file', () => {
    const files = globSync('dist/**/*', { cwd: folder }).filter(
      (path) => isText.test(path) && statSync(join(folder, path)).isFile(),
    );
    expect(files.length).toBeGreaterThan(100);
    const mentions = files.flatMap((path) =>
      findFirstBrand(withoutPaths(readFileSync(join(folder, path), 'utf8'))).map(
        (around) => `${path}: ${around}`,
      ),
    );
    expect(mentions).toEqual([]);
  });

  it('show its names, addresses and colour', () => {
    const home = built('index.html').toString();
    // Without the attributes that scope styles.
    expect(home).toMatch(/Hope <b[^>]*>Line Africa<\/b>/);
    for (const shown of [
      '· Hope Line Africa</title>',
      'Every course within reach',
      'Copyright © 2026 Hope Line Foundation',
      'href="https://hopeline.test/about"',
      'href="https://www.linkedin.com/company/hopeline-test"',
      'href="mailto:hello@hopeline.test"',
    ])
      expect(home).toContain(shown);
    for (const absent of ['x.com', 'facebook.com', 'medium.com']) expect(home).not.toContain(absent);
    expect(JSON.parse(built('site.webmanifest').toString())).toMatchObject({ name: 'Hope Line Africa' });
    const styles = globSync('dist/client/_astro/*.css', { cwd: folder }).map((path) =>
      readFileSync(join(folder, path), 'utf8'),
    );
    expect(styles.filter((css) => css.includes('#7a1f5c')).length).toBeGreaterThan(0);
  });

  it('have its logo and name on pictures for link previews', async () => {
    const { brand } = toBrand(
      readStartSettings({ ...settings, BRAND_LOGO: join(folder, settings.BRAND_LOGO) }),
    );
    const { BRAND_OF_SITE: definition = '' } = await brandDefinitions(brand);
    const ofSite = JSON.parse(definition) as BrandOfSite;
    const picture = built('share/home.png');
    expect(picture.equals(await drawSharePicture('kente', ofSite))).toBe(true);
    const { logo: _, ...noLogo } = ofSite;
    expect(picture.equals(await drawSharePicture('kente', { ...noLogo, logo: undefined }))).toBe(false);
    expect(built('favicon.svg').toString()).toContain(`base64,${ofSite.logo}`);
  });

  it('are served under the name alone, those rendered on request too', async () => {
    const product = await startTestProduct({ ...settings, PUBLIC_URL: site }, join(folder, 'dist'));
    try {
      const paths = [...openPages, '/no-such-page', '/sitemap.xml', '/robots.txt', '/ops/sign-in'];
      const pages = await Promise.all(
        paths.map(async (path) => (await fetch(`${product.url}${path}`)).text()),
      );
      expect(pages.flatMap(findFirstBrand)).toEqual([]);
      const explore = pages[paths.indexOf('/explore')];
      expect(explore).toContain('Hope Line Africa</title>');
    } finally {
      await product.close();
    }
  });

  it.each(['services/server.ts', 'workers/worker.ts'])(
    'are refused by %s with another brand',
    async (entry) => {
      const { code, printed } = await run([entry], {
        ...settings,
        BRAND_TAGLINE: 'Another one',
        DATABASE_URL: 'postgres://app@127.0.0.1:1/none',
        SMTP_URL: 'smtp://127.0.0.1:1',
        PAYMENT_BASE_URL: 'http://127.0.0.1:1',
        PAYMENT_SECRET_KEY: 'sk_test_0123456789',
        TOKEN_SECRET: Buffer.alloc(32, 1).toString('base64'),
        CREDENTIAL_KEYS: `1:${Buffer.alloc(32, 2).toString('base64')}`,
        LOG_LEVEL: 'silent',
      });
      expect(code).toBe(1);
      expect(printed.trim()).toMatch(
        /^The (API|worker) cannot run\. Configuration: the pages were built with another BRAND_TAGLINE; .*\.$/,
      );
    },
  );
});
