import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { webFontFiles } from '../styles/fonts.ts';

interface Manifest {
  name: string;
  version: string;
  license?: string;
}

/**
 * Writes `/licences.txt`: names, versions and licences of the packages whose code and fonts the build sends to browsers, which
 * most licences require and minified scripts do not contain.
 */
export function licenceNotices(): AstroIntegration {
  // Astro writes its script of the islands into the pages.
  const others = [...Object.values(webFontFiles), import.meta.resolve('astro/package.json')];
  const folders = new Set(others.map((url) => folderOf(fileURLToPath(url)) ?? ''));
  const recordPackages = {
    name: 'record-packages',
    apply: 'build' as const,
    applyToEnvironment: ({ name }: { name: string }) => name === 'client',
    generateBundle(_options: unknown, bundle: Record<string, { type: string; moduleIds?: string[] }>) {
      for (const { moduleIds = [] } of Object.values(bundle))
        for (const folder of moduleIds.map(folderOf)) if (folder) folders.add(folder);
    },
  };
  return {
    name: 'licence-notices',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [recordPackages] } });
      },
      'astro:build:done': async ({ dir }) => {
        await writeFile(join(fileURLToPath(dir), 'licences.txt'), describeLicences([...folders]));
      },
    },
  };
}

/**
 * Returns the notices of packages, by name, each with the text of its licence where the package has it.
 * @internal Its test needs no build.
 */
export function describeLicences(folders: readonly string[]): string {
  const packages = folders.map((folder) => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    const { name, version, license = '' } = manifest;
    const texts = globSync('{licen[cs]e,LICEN[CS]E,COPYING,NOTICE}*', { cwd: folder })
      .toSorted()
      .map((file) => readFileSync(join(folder, file), 'utf8').trim());
    return { name, text: [`${name} ${version} (${license})`, ...texts].join('\n\n') };
  });
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  const intro = 'Scripts and fonts of these pages contain parts of the following packages.';
  const sorted = packages.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return `${[intro, ...sorted.map(({ text }) => text)].join(line)}\n`;
}

/**
 * Returns the folder of the package that a module belongs to; undefined for one of ours, or one without a file.
 * @internal Its test needs no build.
 */
export function folderOf(moduleId: string): string | undefined {
  return /^(?!\0).*\/node_modules\/(?:@[^/]+\/)?[^/@]+(?=\/)/.exec(moduleId)?.[0];
}
