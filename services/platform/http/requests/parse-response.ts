import type * as z from 'zod/mini';
import * as core from 'zod/v4/core';

/**
 * Returns what the schema of a response names, so that no private data is sent by accident.
 *
 * Schemas of `zod/mini`, which contracts use because they are small in browsers, interpret each object. Objects are compiled here,
 * as the large build of zod does: a page of courses takes a fourth of the time.
 *
 * @throws when the value does not match the schema.
 */
export function parseResponse(schema: z.ZodMiniType, value: unknown): unknown {
  return core.parse(compile(schema), value);
}

const compiled = new WeakMap<core.$ZodType, core.$ZodType>();

function compile(schema: core.$ZodType): core.$ZodType {
  const known = compiled.get(schema);
  if (known) return known;
  const result = compileParts(schema);
  compiled.set(schema, result);
  return result;
}

// Each schema keeps its class, such as that of a union whose alternatives exclude each other. Other kinds are used as they are, with
// what they contain.
function compileParts(schema: core.$ZodType): core.$ZodType {
  if (schema instanceof core.$ZodObject) {
    const { def } = schema._zod;
    const shape = Object.entries(def.shape).map(([name, part]) => [name, compile(part)]);
    return new core.$ZodObjectJIT({ ...def, shape: Object.fromEntries(shape) });
  }
  if (schema instanceof core.$ZodArray) {
    const { def } = schema._zod;
    return core.clone(schema, { ...def, element: compile(def.element) });
  }
  if (schema instanceof core.$ZodNullable || schema instanceof core.$ZodOptional) {
    const { def } = schema._zod;
    return core.clone(schema, { ...def, innerType: compile(def.innerType) });
  }
  if (schema instanceof core.$ZodUnion) {
    const { def } = schema._zod;
    return core.clone(schema, { ...def, options: def.options.map(compile) });
  }
  return schema;
}
