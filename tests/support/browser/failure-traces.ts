import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';

const recorded = new Set<BrowserContext>();

/** Records a trace of everything that happens in a browser context; {@link saveTraces} writes it to disk. */
export async function recordTrace(context: BrowserContext): Promise<void> {
  // Calls, network and console only: DOM snapshots request blob: addresses, which the pages' policy reports as
  // console errors, and screenshots of every frame would slow the tests down.
  await context.tracing.start();
  recorded.add(context);
  context.once('close', () => recorded.delete(context));
}

/** Starts the traces of all open contexts anew, so that a trace holds one test only. Call it before each test. */
export async function restartTraces(): Promise<void> {
  for (const context of recorded) await context.tracing.startChunk();
}

/**
 * Writes a trace and a full-page screenshot of each open context into a folder. Returns the paths of the files.
 * `name` becomes the start of the file names; characters that a file name cannot hold are replaced.
 */
export async function saveTraces(folder: string, name: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const start = join(folder, words.join('-').slice(0, 120));
  const paths: string[] = [];
  const save = async (path: string, write: (path: string) => Promise<unknown>) => {
    // A file of an earlier run would otherwise be taken for one of this run.
    await rm(path, { force: true });
    // A page that crashed or hangs must not hide the other files, nor the failure of the test itself.
    if (
      await write(path).then(
        () => true,
        () => false,
      )
    )
      paths.push(path);
  };
  for (const [index, context] of [...recorded].entries()) {
    for (const [tab, page] of context.pages().entries()) {
      const write = (path: string) => page.screenshot({ path, fullPage: true, timeout: 5_000 });
      await save(`${start}-${index + 1}-${tab + 1}.png`, write);
    }
    await save(`${start}-${index + 1}.zip`, (path) => context.tracing.stopChunk({ path }));
  }
  return paths;
}
