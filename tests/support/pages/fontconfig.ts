import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FontFiles } from './fallback-font-files.ts';

/** A fontconfig configuration with the fonts of one family; `remove()` deletes it. */
export interface FontConfig {
  /** For `openBrowser`. */
  env: { FONTCONFIG_FILE: string };
  remove(): Promise<void>;
}

/** Writes a configuration in which a program on Linux finds only these files, so that a test draws alike on each machine. */
export async function onlyFonts({ regular, bold }: FontFiles): Promise<FontConfig> {
  const folder = await mkdtemp(join(tmpdir(), 'fonts-'));
  await symlink(regular, join(folder, 'regular.ttf'));
  await symlink(bold, join(folder, 'bold.ttf'));
  const file = join(folder, 'fonts.conf');
  await writeFile(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}</dir><cachedir>${join(folder, 'cache')}</cachedir></fontconfig>`,
  );
  return { env: { FONTCONFIG_FILE: file }, remove: () => rm(folder, { recursive: true, force: true }) };
}
