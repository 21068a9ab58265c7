import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { buildFront, isFrontBuilt } from '#sandbox/start/front-build.ts';
import { areFree } from '../product/start-product.ts';
import { testBrand } from '../product/test-brand.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PORT that the pages are built for; the two ports after it are free too. */
    startPort: number;
  }
}

/** PORT without settings. */
const defaultPort = 4321;
const root = fileURLToPath(new URL('../../..', import.meta.url));
// Vitest runs this file once per project and loads it anew each time; the process is what they share.
const shared = globalThis as typeof globalThis & { courseliftTestPages?: Promise<number> };

/**
 * Builds the pages before the first test, so that tests that run at the same time do not build them twice, for the address
 * of the tests that run `npm start`, which builds them for any other one.
 */
export default async function setup(project: TestProject): Promise<void> {
  shared.courseliftTestPages ??= buildForStart();
  project.provide('startPort', await shared.courseliftTestPages);
}

async function buildForStart(): Promise<number> {
  // Its build step has built the pages for the default port, and no other checkout uses that port on a machine of the CI.
  if (process.env.CI && isFrontBuilt(root, testBrand, siteOf(defaultPort)) && (await areFree(defaultPort)))
    return defaultPort;
  const port = await findStartPort();
  const site = siteOf(port);
  if (!isFrontBuilt(root, testBrand, site)) await buildFront(root, site, new AbortController().signal);
  return port;
}

const siteOf = (port: number) => `http://localhost:${port}`;

/**
 * Returns the same port in each run of a checkout, so that its pages stay built. It lies below the ports that systems give
 * to connections (from 32768 on Linux, 49152 elsewhere): one of those could be taken until a test uses it.
 */
async function findStartPort(): Promise<number> {
  const first = 20_000 + (createHash('sha256').update(root).digest().readUInt16BE(0) % 1_000) * 10;
  for (let port = first; port < first + 1_000; port += 10) if (await areFree(port)) return port;
  throw new Error(`No three ports in a row are free from ${first} on.`);
}
