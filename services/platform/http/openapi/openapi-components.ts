import * as z from 'zod/mini';
import type { Endpoint } from '#contracts/endpoint.ts';

/**
 * Names calls and schemas after the exports of their modules: an endpoint's name is its operation id and the module's
 * its tag, `CourseSchema` becomes the component `Course`. Throws when two modules export different schemas or
 * endpoints under one name.
 */
export function nameContracts(modules: Readonly<Record<string, Readonly<Record<string, unknown>>>>) {
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

/** A JSON Schema object (2020-12). */
export type JsonSchema = Record<string, unknown>;

type Direction = 'input' | 'output';

const schemaPath = '#/components/schemas/';
// A schema can differ between requests and responses, for example where a field has a default.
const suffixes = { input: '.input', output: '' } as const;

/** Writes schemas as JSON Schema in which named schemas are references, and collects these as components. */
export class ComponentWriter {
  readonly #names: z.core.$ZodRegistry<{ id: string }>;
  readonly #components = new Map<string, JsonSchema>();

  constructor(names: z.core.$ZodRegistry<{ id: string }>) {
    this.#names = names;
  }

  /** Returns the schema; named schemas in it, or itself, are references to components. */
  write(schema: z.ZodMiniType, io: Direction): JsonSchema {
    const {
      $schema: _dialect,
      $defs = {},
      ...rest
    } = z.toJSONSchema(schema, {
      io,
      metadata: this.#names,
      unrepresentable: 'any',
      // A response may get more fields later, so clients must accept unknown ones.
      override: ({ zodSchema, jsonSchema }) => {
        if (zodSchema._zod.def.type !== 'object') return;
        if (!(zodSchema as z.core.$ZodObject)._zod.def.catchall) delete jsonSchema.additionalProperties;
      },
    });
    const suffixed = (name: string) => name + suffixes[io];
    for (const [name, part] of Object.entries($defs)) {
      this.#components.set(suffixed(name), rewriteReferences(part, suffixed));
    }
    return rewriteReferences(rest, suffixed);
  }

  /** Like {@link write}, but the schema itself is written out even when it has a name. */
  writeOut(schema: z.ZodMiniType, io: Direction): JsonSchema {
    // A clone is not in the registry and inherits no name; the schemas inside it keep theirs.
    return this.write(z.clone(schema, schema._zod.def), io);
  }

  /**
   * Returns the document with its components. A schema that is the same in requests and responses is written once; one
   * that differs gets a second component with the suffix `Input`.
   */
  finish<T extends object>(document: T): { document: T; schemas: Record<string, JsonSchema> } {
    const different = this.#findDifferent();
    const rename = (name: string) => {
      const base = name.replace(/\.input$/, '');
      return name !== base && different.has(base) ? `${base}Input` : base;
    };
    const entries = [...this.#components].map(([name, schema]): [string, JsonSchema] => [
      rename(name),
      rewriteReferences(schema, rename),
    ]);
    return {
      document: rewriteReferences(document, rename),
      schemas: Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))),
    };
  }

  #findDifferent(): Set<string> {
    const different = new Set<string>();
    const same = (name: string) => {
      const text = (schema: JsonSchema | undefined) =>
        JSON.stringify(schema && rewriteReferences(schema, (reference) => reference.replace(/\.input$/, '')));
      return text(this.#components.get(`${name}.input`)) === text(this.#components.get(name));
    };
    const both = [...this.#components.keys()].filter((name) => this.#components.has(`${name}.input`));
    for (let isComplete = false; !isComplete; ) {
      isComplete = true;
      for (const name of both) {
        if (different.has(name)) continue;
        // A schema also differs when one that it refers to does.
        const refers = [...namesIn(this.#components.get(name))].some((used) => different.has(used));
        if (same(name) && !refers) continue;
        different.add(name);
        isComplete = false;
      }
    }
    return different;
  }
}

// References to anything but schemas, such as shared responses, are not changed.
function rewriteReferences<T>(value: T, rename: (name: string) => string): T {
  const text = JSON.stringify(value, (key, part: unknown) => {
    if (key !== '$ref' || typeof part !== 'string') return part;
    const [, name] = /^#\/(?:\$defs|components\/schemas)\/(.+)$/.exec(part) ?? [];
    return name === undefined ? part : schemaPath + rename(name);
  });
  return JSON.parse(text) as T;
}

function namesIn(schema: JsonSchema | undefined): Set<string> {
  const names = new Set<string>();
  JSON.stringify(schema, (key, part: unknown) => {
    if (key === '$ref' && typeof part === 'string') names.add(part.slice(schemaPath.length));
    return part;
  });
  return names;
}
