import { glob, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { addPreloads } from './add-preloads.ts';

// In this order: the imports of a group's modules become part of its chunk, unless a group before it has them. Every island loads
// the groups that are `ofIslands`.
const definitions: { name: string; test: RegExp; ofIslands?: true }[] = [
  {
    name: 'every-page',
    ofIslands: true,
    test: /\/src\/browser\/(?:brand|load-part|reader|session|toast|typed-fields)\.ts$|vite\/preload-helper/,
  },
  {
    name: 'calls',
    ofIslands: true,
    test: /\/src\/browser\/(?:api|save-file)\.ts$|\/services\/contracts\/(?:limits|money|public-web-address)\.ts$/,
  },
  // With zod: what checks a form alone needs it (lean-contracts.ts).
  { name: 'fields', test: /\/services\/contracts\/(?:price-)?fields\.ts(?:\?schemas)?$/ },
  { name: 'react', ofIslands: true, test: /\/node_modules\/(?:react|react-dom|scheduler)\// },
  {
    name: 'islands',
    ofIslands: true,
    test: /\/src\/(?:browser\/use-api-query|ui\/(?:Button|Facts|Notice|QueryState|fields\/Checkbox|islands\/mount-island|lazy-component|use-action|use-was-rendered))\.tsx?$/,
  },
  { name: 'cloth', test: /\/src\/ui\/(?:drawings\/[Cc]loth|Avatar)\.tsx?$/ },
  { name: 'courses', test: /\/src\/ui\/(?:drawings\/CourseCover|EmptyState)\.tsx$/ },
  {
    name: 'requests',
    test: /\/services\/contracts\/(?:dashboard\/(?:dashboard|request-state)|meetings\/meeting-status|requests\/request-(?:status|views))\.ts$/,
  },
  { name: 'format', test: /\/src\/ui\/format\.ts$/ },
  { name: 'following', test: /\/src\/(?:browser\/(?:follow-changes|open-tab)|ui\/OutgoingLink)\.tsx?$/ },
  {
    name: 'dashboard',
    test: /\/src\/areas\/dashboard\/(?:Dashboard|LongListSection|RequestCardFrame|TurnNotice|dashboard\.copy|timeline-steps)\.tsx?$|\/src\/(?:areas\/enrolments\/proof\.copy|ui\/axis-ticks)\.ts$|\/services\/contracts\/enrolments\/proofs\.ts$/,
  },
  { name: 'settings', test: /\/(?:services\/contracts\/site|src\/browser)\/settings\.ts$/ },
  {
    name: 'forms',
    test: /\/src\/(?:browser\/parse-typed-number|ui\/fields\/(?:ErrorSummary|Field|form-values|use-contract-form))\.tsx?$/,
  },
  {
    name: 'own-calls',
    test: /\/services\/contracts\/(?:accounts\/(?:accounts|google|guardians|mail-topics|person|profile|profile-changes|recovery|sign-in)|requests\/(?:prices|requests))\.ts$|\/src\/areas\/accounts\/(?:accounts\.module\.css|sign-in-note\.ts)$/,
  },
  { name: 'combobox', test: /\/src\/ui\/fields\/Combobox\.tsx$/ },
  {
    name: 'person',
    test: /\/src\/areas\/accounts\/(?:PersonFields|picture\/(?:PictureField|use-picture))\.tsx?$|\/services\/contracts\/accounts\/countries\.ts$/,
  },
  { name: 'passwords', test: /\/src\/areas\/accounts\/(?:NewPasswordFields|password-strength)\.tsx?$/ },
  {
    name: 'google',
    test: /\/src\/areas\/accounts\/google\/(?:GoogleButton|google-oauth|google-storage)\.tsx?$/,
  },
  {
    name: 'sponsoring',
    test: /\/services\/contracts\/(?:funding\/sponsorships|requests\/listing)\.ts$|\/src\/areas\/funding\/payment\/stored-sponsorships\.ts$/,
  },
  { name: 'dialog', test: /\/src\/ui\/dialogs\/Modal\.tsx$/ },
  { name: 'status', test: /\/src\/areas\/funding\/status\/(?:SponsorStatus\.tsx|status\.copy\.ts)$/ },
  {
    name: 'meeting',
    test: /\/src\/areas\/funding\/meeting\/(?:AcceptProposal|CancelMeeting|MeetingFields|RoomLink|meeting-time)\.tsx?$|\/services\/contracts\/meetings\/meeting-time\.ts$/,
  },
];

const groups = definitions.map(({ name, test }, position) => ({
  name,
  test,
  priority: definitions.length - position,
}));

// The bundler's own helpers are a chunk as well.
const chunksOfIslands = [
  'rolldown-runtime',
  ...definitions.flatMap(({ name, ofIslands }) => (ofIslands ? name : [])),
];

/** Returns whether every island loads a script, by its name. */
export const isOfIslands = (name: string): boolean =>
  name.endsWith('.js') && chunksOfIslands.some((chunk) => basename(name).startsWith(`${chunk}.`));

/**
 * Returns the files that an import on demand in a script preloads: what the page may not have loaded. Each name in that list
 * weighs 20 bytes. Scripts of pages without islands preload all.
 * @internal Its test needs no build.
 */
export function filesToPreload(names: readonly string[], script: string): string[] {
  const isOfPage = script.includes('astro_type_script');
  return names.filter((name) => isOfPage || !isOfIslands(name));
}

/**
 * Returns a Vite plugin that joins modules which the same pages load: those of the layout's script, of every call, and of every
 * island. The bundler makes 20 chunks of them, because each is shared by other pages; joined they are smaller by 7 kB and need
 * fewer requests. React changes rarely, so it stays in browsers' caches on its own.
 */
export function sharedChunks() {
  return {
    name: 'shared-chunks',
    apply: 'build' as const,
    configEnvironment: (name: string) =>
      name === 'client'
        ? {
            build: {
              rolldownOptions: { output: { codeSplitting: { groups } } },
              modulePreload: {
                resolveDependencies: (_: string, names: string[], { hostId }: { hostId: string }) =>
                  filesToPreload(names, hostId),
              },
            },
          }
        : undefined,
  };
}

interface Chunk {
  type: string;
  viteMetadata?: { importedCss: Set<string> };
}

/**
 * Returns the Vite plugin that takes style sheets which Astro has removed from what a script loads with its parts: those that
 * pages rendered on demand have from the server's build. Each part would request a file that is not there.
 */
export function forgetRemovedStyles() {
  return {
    name: 'forget-removed-styles',
    apply: 'build' as const,
    enforce: 'post' as const,
    generateBundle(_options: unknown, bundle: Record<string, Chunk>) {
      for (const { viteMetadata } of Object.values(bundle))
        for (const name of viteMetadata?.importedCss ?? [])
          if (!(name in bundle)) viteMetadata?.importedCss.delete(name);
    },
  };
}

/**
 * Adds `modulepreload` links for the scripts of the islands of each prerendered page, and writes the imports of scripts to
 * `_imports.json` for those rendered on demand. Astro names only the first script of an
 * island, and a browser finds the others one import after the other: seven round trips on `/dashboard`.
 */
export function preloadIslands(): AstroIntegration {
  const imports: Record<string, readonly string[]> = {};
  const recordImports = {
    name: 'record-imports',
    apply: 'build' as const,
    generateBundle(
      _options: unknown,
      bundle: Record<string, { type: string; fileName: string; imports?: string[] }>,
    ) {
      for (const { type, fileName, imports: imported = [] } of Object.values(bundle)) {
        const addresses = imported.map((name) => `/${name}`);
        if (type === 'chunk') imports[`/${fileName}`] = addresses;
      }
    },
  };
  return {
    name: 'preload-islands',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [recordImports] } });
      },
      'astro:build:done': async ({ dir }) => {
        await writeFile(fileURLToPath(new URL('../_imports.json', dir)), JSON.stringify(imports));
        for await (const entry of glob('**/*.html', { cwd: fileURLToPath(dir), withFileTypes: true })) {
          // A page can be a folder with such a name.
          if (!entry.isFile()) continue;
          const file = join(entry.parentPath, entry.name);
          await writeFile(file, addPreloads(await readFile(file, 'utf8'), imports));
        }
      },
    },
  };
}
