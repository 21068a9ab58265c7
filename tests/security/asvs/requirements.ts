import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';

const ItemSchema = z.strictObject({
  level: z.union([z.literal(1), z.literal(2)]),
  topic: z.string(),
  document: z.string().optional(),
  operator: z.string().optional(),
  notApplicable: z.string().optional(),
  gap: z.string().optional(),
  note: z.string().optional(),
});

/** A requirement of ASVS 5.0.0, and how it is met when no test proves it. */
export interface Requirement extends z.output<typeof ItemSchema> {
  id: string;
  chapter: string;
}

/** Reads requirements.yaml. Throws when an entry has an unknown field. */
export function readRequirements(): Requirement[] {
  const text = readFileSync(new URL('requirements.yaml', import.meta.url), 'utf8');
  const chapters = z.record(z.string(), z.record(z.string(), ItemSchema)).parse(parse(text));
  return Object.entries(chapters).flatMap(([chapter, items]) =>
    Object.entries(items).map(([id, item]) => ({ id, chapter, ...item })),
  );
}

/** Returns whether a document of the repository has a heading, as in `docs/security.md#input`. */
export function hasHeading(root: string, reference: string): boolean {
  const [path = '', anchor] = reference.split('#');
  const file = join(root, path);
  if (!existsSync(file)) return false;
  if (!anchor) return true;
  const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
  return headings.includes(anchor);
}
