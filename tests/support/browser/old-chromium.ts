import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import type { Requirement } from '../vitest/requirements.ts';

const run = promisify(execFile);
const cache = fileURLToPath(new URL('../../../node_modules/.cache/browsers', import.meta.url));

/**
 * Returns the path of a headless Chromium of this version, such as `106.0.2`. It is the binary of the package `@sparticuz/chromium`,
 * 55 MB, which is downloaded once; not a dependency, because only this run needs it. Linux on x64 only.
 */
export async function fetchChromium(version: string): Promise<Requirement> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { missing: `Chromium ${version} exists for Linux on x64 only.` };
  const path = join(cache, `chromium-${version}`);
  if (existsSync(path)) return { path };
  const folder = join(cache, `package-${version}`);
  try {
    await mkdir(folder, { recursive: true });
    const pack = ['pack', `@sparticuz/chromium@${version}`, '--pack-destination', folder];
    await run('npm', pack, { cwd: folder });
    await run('tar', ['xzf', `sparticuz-chromium-${version}.tgz`, 'package/bin/chromium.br'], {
      cwd: folder,
    });
    const compressed = createReadStream(join(folder, 'package/bin/chromium.br'));
    await pipeline(compressed, createBrotliDecompress(), createWriteStream(join(folder, 'chromium')));
    await chmod(join(folder, 'chromium'), 0o755);
    await rename(join(folder, 'chromium'), path);
    return { path };
  } catch (error) {
    return { missing: `Chromium ${version} could not be downloaded: ${error}` };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
