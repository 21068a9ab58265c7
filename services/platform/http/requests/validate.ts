import { isUtf8 } from 'node:buffer';
import type { Request } from 'express';
import type * as z from 'zod/mini';
import type { Endpoint, FileRule } from '#contracts/endpoint.ts';
import { fieldErrors } from '#contracts/field-errors.ts';
import { HttpError, invalid, notFound } from '../../errors.ts';
import type { UploadedFile } from '../route.ts';
import type { RawBody } from './read-body.ts';

/** Message for a form whose fields have different errors (specification section 5). */
const fillInCorrectly = 'Please fill in all required fields correctly';

/** Returns the path of a request, decoded where that is possible. */
export function decodedPath({ path }: Pick<Request, 'path'>): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Validates the path parameters. Throws a 404 for a malformed id. */
export function validateParams(schema: z.ZodMiniType | undefined, params: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(params);
  if (!result.success) throw notFound();
  return result.data;
}

/** Validates the query parameters. Throws a 422. */
export function validateQuery(schema: z.ZodMiniType | undefined, query: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse({ ...(query as object) });
  if (result.success) return result.data;
  const errors = fieldErrors(result.error);
  throw invalid(Object.values(errors)[0] ?? fillInCorrectly, errors);
}

/** Validates fields and file of a body, all problems at once. Throws a 422, or a 415 when only the file's type is wrong. */
export async function validateBody(
  contract: Endpoint,
  raw: RawBody,
): Promise<{ body: unknown; file: UploadedFile | undefined }> {
  const result = contract.body?.safeParse(raw.fields ?? {});
  const errors = result && !result.success ? fieldErrors(result.error) : {};
  const rule = contract.file?.isIgnoredWith?.((raw.fields ?? {}) as object) ? undefined : contract.file;
  const file = rule && raw.file ? await detectType(raw.file, rule) : undefined;
  if (rule && !raw.file) errors[rule.field] = rule.missing;
  if (rule && raw.file && !file) {
    const wrongType = { [rule.field]: rule.wrongType };
    if (Object.keys(errors).length === 0) throw new HttpError(415, rule.wrongType, { errors: wrongType });
    Object.assign(errors, wrongType);
  }
  const [problem, ...others] = new Set(Object.values(errors));
  if (problem !== undefined) throw invalid(others.length === 0 ? problem : fillInCorrectly, errors);
  return { body: result?.data, file };
}

async function detectType(data: Buffer, rule: FileRule): Promise<UploadedFile | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const contentType = (await fileTypeFromBuffer(data))?.mime ?? (isText(data) ? 'text/csv' : undefined);
  return contentType && rule.types.includes(contentType) ? { contentType, data } : undefined;
}

// A table as text has no magic number; what is empty or not valid UTF-8 is no text.
function isText(data: Buffer): boolean {
  return data.length > 0 && isUtf8(data) && !data.includes(0);
}
