import { readFileSync } from 'node:fs';
import type { IConfiguration, IRegularForbiddenRuleType } from 'dependency-cruiser';
import { layers } from './layers.ts';

const escapeDots = (text: string) => text.replaceAll('.', '\\.');
/** Matches the files of some modules of a folder. */
const within = (folder: string, modules: readonly string[]) =>
  `^${escapeDots(folder)}/(${modules.map(escapeDots).join('|')})(?=/|$)`;

type Rule = IRegularForbiddenRuleType;
const forbid = (name: string, from: Rule['from'], to: Rule['to']): Rule => ({
  name,
  severity: 'error',
  from,
  to,
});

/** One rule per layer: no import of another module of the same layer or of a higher one. */
const layerRules = Object.entries(layers).flatMap(([folder, levels]) => [
  ...levels.map((modules, level) =>
    forbid(
      `layer ${level + 1} of ${folder} (${modules.join(', ')}) imports lower layers only`,
      { path: within(folder, modules) },
      { path: within(folder, levels.slice(level).flat()), pathNot: `^${escapeDots(folder)}/$1(?=/|$)` },
    ),
  ),
  forbid(
    `every file of ${folder} is in a module of tools/structure/layers.ts`,
    { path: `^${escapeDots(folder)}/`, pathNot: within(folder, levels.flat()) },
    {},
  ),
]);

const routeLists = ['services/routes.ts', 'services/desk-routes.ts'];
/** Paths of the handlers that a list of routes imports. */
function handlersOf(list: string): string[] {
  const text = readFileSync(new URL(`../../${list}`, import.meta.url), 'utf8');
  const handlers = [...text.matchAll(/from '\.\/([^/']+\/[^']+)'/g)].map(([, path]) => `services/${path}`);
  return handlers.filter((path) => !path.startsWith('services/platform/'));
}
const handlers = routeLists.flatMap(handlersOf);

const isPackage = (name: string) => `(^|/)node_modules/(@types/)?${name}/`;

/** The rules about imports that dependency-cruiser checks; docs/architecture.md has all of them. */
export const dependencyRules: IConfiguration = {
  forbidden: [
    ...layerRules,
    forbid(
      'contracts import zod and other contracts only',
      { path: '^services/contracts/' },
      { pathNot: ['^services/contracts/', isPackage('zod')] },
    ),
    forbid(
      "a module of services does not import another module's handler",
      { path: '^services/([^/]+)/', pathNot: '^services/seed/' },
      { path: `^(${handlers.map(escapeDots).join('|')})$`, pathNot: '^services/$1/' },
    ),
    forbid(
      'the folder of a payment provider is imported by services/providers only',
      { path: '^', pathNot: '^services/providers/' },
      { path: '^services/providers/[^/]+/' },
    ),
    forbid(
      'the folder of a payment provider does not import that of another',
      { path: '^services/providers/([^/]+)/' },
      { path: '^services/providers/[^/]+/', pathNot: '^services/providers/$1/' },
    ),
    forbid(
      'the routes of the desk are handlers of services/desk',
      { path: '^services/desk-routes\\.ts$' },
      { path: '^services/', pathNot: '^services/(desk|contracts|platform)/|^services/deps\\.ts$' },
    ),
    forbid('no circles of files', {}, { circular: true }),
    forbid('services and src do not import workers', { path: '^(services|src)/' }, { path: '^workers/' }),
    forbid(
      'services, workers and src do not import the sandbox',
      { path: '^(services|workers|src)/' },
      { path: '^sandbox/' },
    ),
    forbid(
      'services, workers, src and sandbox import neither tests nor tools',
      { path: '^(services|workers|src|sandbox)/' },
      { path: '^(tests|tools)/' },
    ),
    forbid('tools do not import tests', { path: '^tools/' }, { path: '^tests/' }),
    forbid(
      'express is imported only by app, server and platform/http',
      { path: '^(services|workers|src)/', pathNot: '^services/(app\\.ts|server\\.ts|platform/http/)' },
      { path: isPackage('express') },
    ),
    forbid(
      'bullmq is imported only by platform/queue and workers/runtime',
      { path: '^(services|workers|src)/', pathNot: '^(services/platform/queue|workers/runtime)/' },
      { path: isPackage('bullmq') },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.tsx?$' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types'] },
  },
};
