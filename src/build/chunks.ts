import { glob, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { addPreloads } from './add-preloads.ts';

// In this order: the imports of a group's modules become part of its chunk, unless a group before it has them. A chunk has the name of the entry
// among its modules, else that of the group. Over HTTP/1.1 a request costs more than a kilobyte that a page does not need.
const definitions: { name: string; test: RegExp }[] = [
  {
    name: 'every-page',
    test: /\/src\/(?:browser\/(?:api|brand|load-part|reader|save-file|session|toast|typed-fields)\.ts$|areas\/site\/Layout\.astro\?astro&type=script|ui\/format\.ts$)|\/services\/contracts\/(?:limits|money|public-web-address)\.ts$|vite\/preload-helper/,
  },
  // With zod: what checks a form alone needs it (lean-contracts.ts).
  { name: 'fields', test: /\/services\/contracts\/(?:price-)?fields\.ts(?:\?schemas)?$/ },
  // Of pages without islands too, so without React.
  {
    name: 'plain',
    test: /\/src\/browser\/link-token\.ts$|\/services\/contracts\/safety\/report-reasons\.ts$/,
  },
  {
    name: 'react',
    test: /\/node_modules\/(?:react|react-dom|scheduler)\/|\/src\/ui\/islands\/react-client\.ts$/,
  },
  {
    name: 'islands',
    test: /\/src\/(?:browser\/(?:settings|use-api-query)|ui\/(?:Avatar|Button|Facts|Notice|QueryState|drawings\/[Cc]loth|fields\/Checkbox|islands\/mount-island|lazy-component|use-action|use-was-rendered))\.tsx?$|\/services\/contracts\/site\/settings\.ts$/,
  },
  // What most pages of requests show.
  {
    name: 'requests',
    test: /\/services\/contracts\/(?:catalogue\/catalogue|dashboard\/(?:dashboard|request-state)|enrolments\/enrolments|meetings\/meeting-status|requests\/request-(?:status|views)|time-zone)\.ts$|\/src\/ui\/(?:UsualTime|dialogs\/Modal|usual-time\.copy)\.tsx?$/,
  },
  // Lists of courses and requests that follow changes.
  {
    name: 'lists',
    test: /\/src\/(?:browser\/(?:follow-changes|open-tab)|ui\/(?:drawings\/CourseCover|EmptyState|OutgoingLink|Pager))\.tsx?$/,
  },
  {
    name: 'dashboard',
    test: /\/src\/areas\/dashboard\/(?:CounterTiles|Dashboard|LongListSection|RequestCardFrame|TurnNotice|dashboard\.copy|timeline-steps)\.tsx?$|\/src\/(?:areas\/enrolments\/proof\.copy|ui\/axis-ticks)\.ts$|\/services\/contracts\/enrolments\/proofs\.ts$/,
  },
  {
    name: 'forms',
    test: /\/src\/(?:browser\/parse-typed-number|ui\/fields\/(?:Combobox|ErrorSummary|Field|form-values|use-contract-form))\.tsx?$/,
  },
  {
    name: 'own-calls',
    test: /\/src\/areas\/accounts\/(?:accounts\.module\.css|sign-in-note\.ts)$|\/services\/contracts\/(?:accounts\/(?:accounts|google|guardians|mail-topics|person|profile|profile-changes|recovery|sign-in)|requests\/(?:prices|requests))\.ts$|\/src\/areas\/requests\/waiting\.copy\.ts$/,
  },
  { name: 'email', test: /\/src\/ui\/(?:EmailVisibility|ResendVerification)\.tsx$/ },
  {
    name: 'person',
    test: /\/src\/areas\/accounts\/(?:AgeFields|PersonFields|picture\/(?:PictureField|use-picture))\.tsx?$|\/services\/contracts\/accounts\/countries\.ts$/,
  },
  {
    name: 'sign-up',
    test: /\/src\/areas\/accounts\/(?:NewPasswordFields|password-strength|google\/(?:GoogleButton|google-oauth|google-storage))\.tsx?$/,
  },
  { name: 'share', test: /\/src\/(?:browser\/share|ui\/share\.copy)\.ts$/ },
  // What sponsors see of a request.
  {
    name: 'sponsoring',
    test: /\/services\/contracts\/(?:funding\/(?:pledges|sponsorships)|requests\/listing)\.ts$|\/src\/areas\/funding\/payment\/(?:stored-sponsorships|use-payment-status)\.ts$/,
  },
  {
    name: 'SponsorView',
    test: /\/src\/areas\/(?:dashboard\/SponsorView|funding\/sponsored\/CourseRest)\.tsx$/,
  },
  {
    name: 'listing',
    test: /\/src\/areas\/funding\/(?:listing\/(?:ListingForRole|RequestCard)\.tsx|sponsorships\.copy\.ts)$/,
  },
  { name: 'status', test: /\/src\/areas\/funding\/status\/(?:SponsorStatus\.tsx|status\.copy\.ts)$/ },
  {
    name: 'recovery',
    test: /\/src\/areas\/accounts\/recovery\/recovery\.copy\.ts$|\/services\/contracts\/purchases\/not-received\.ts$/,
  },
  { name: 'mail-link', test: /\/src\/ui\/(?:LinkCard\.tsx|use-link-token\.ts)$/ },
  {
    name: 'meeting',
    test: /\/src\/areas\/funding\/meeting\/(?:MeetingFields\.tsx|MeetingTime\.tsx|RoomLink\.tsx|meeting-time\.ts|meeting\.copy\.ts)$|\/services\/contracts\/meetings\/meeting-time\.ts$/,
  },
  { name: 'own-meeting', test: /\/src\/areas\/funding\/meeting\/(?:AcceptProposal|CancelMeeting)\.tsx$/ },
  {
    name: 'meeting-reply',
    test: /\/src\/areas\/funding\/(?:meeting\/(?:LearnerMeetingView|ReplyPage)\.tsx|meetings\.copy\.ts)$|\/services\/contracts\/meetings\/meetings\.ts$/,
  },
];

const groups = definitions.map(({ name, test }, position) => ({
  name,
  test,
  priority: definitions.length - position,
}));

// The chunks that every island loads, as the bundler names them: its helpers, and those with an entry after the entry.
const chunksOfIslands = ['rolldown-runtime', 'Layout', 'react', 'mount-island'];

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

// Chrome then compiles all functions of React beside the main thread, instead of each in the task that starts the page.
const compileHint = ({ name }: { name: string }) => (name === 'react' ? '//# allFunctionsCalledOnLoad' : '');

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
              rolldownOptions: {
                // A group with an entry is one script, not two.
                preserveEntrySignatures: 'allow-extension' as const,
                output: { codeSplitting: { groups }, postBanner: compileHint },
              },
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
