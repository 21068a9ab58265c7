import * as z from 'zod/mini';
import type { Endpoint } from '#contracts/endpoint.ts';

/** Names of calls and schemas in the API document. */
export interface ApiNames {
  /** Names of schemas that become components, for `z.toJSONSchema`. */
  components: z.core.$ZodRegistry<{ id: string }>;
  operations: ReadonlyMap<Endpoint, { operationId: string; tag: string }>;
}

/**
 * Names calls and schemas after the exports of their modules: an endpoint's name is its operation id and the module's
 * its tag, `CourseSchema` becomes the component `Course`. Throws when two modules export different schemas or
 * endpoints under one name.
 */
export function nameContracts(
  modules: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): ApiNames {
  const components = z.registry<{ id: string }>();
  const operations = new Map<Endpoint, { operationId: string; tag: string }>();
  const taken = new Map<string, unknown>();
  for (const [module, exports] of Object.entries(modules)) {
    for (const [name, value] of Object.entries(exports)) {
      if (!isSchema(name, value) && !isEndpoint(value)) continue;
      if (taken.has(name)) throw new Error(`Two contracts are called ${name}; one is in ${module}`);
      taken.set(name, value);
      if (isEndpoint(value)) operations.set(value, { operationId: name, tag: tagOf(module) });
      else components.add(value, { id: name.replace(/Schema$/, '') });
    }
  }
  return { components, operations };
}

function isSchema(name: string, value: unknown): value is z.ZodMiniType {
  return name.endsWith('Schema') && typeof value === 'object' && value !== null && '_zod' in value;
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'auth' in value
  );
}

// `mailTopics` → "Mail topics".
function tagOf(module: string): string {
  const words = module.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
