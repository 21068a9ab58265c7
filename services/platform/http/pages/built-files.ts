import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Request, RequestHandler } from 'express';
import { lookup } from 'mrmime';
import type { PolicyOf } from './page-policies.ts';

const yearS = 31_536_000;

/** One file of the build in one encoding, with its response headers complete. */
interface Variant {
  body: Buffer;
  headers: Record<string, string | number>;
}

interface BuiltFile {
  identity(): Variant;
  br?: Variant;
  gzip?: Variant;
}

/**
 * Middleware that serves the files of the build from memory (about 1.5 MB), in the encodings that the build wrote beside
 * them. A page answers to its path with and without `.html`, `/index.html` and the slash at the end. A new build
 * requires a restart. Other paths go to the next handler.
 */
export function builtFiles(client: string, policyOf: PolicyOf): RequestHandler {
  const files = readFiles(client, policyOf);
  return (req, res, next) => {
    const file = files.get(pathOf(req.path));
    if (!file) return next();
    const { body, headers } = chooseVariant(req, file);
    for (const name in headers) res.setHeader(name, headers[name] as string | number);
    if (req.fresh) {
      res.removeHeader('Content-Length');
      return res.status(304).end();
    }
    res.end(req.method === 'HEAD' ? undefined : body);
  };
}

/** Brotli first: browsers accept all encodings alike and list gzip first, which `acceptsEncodings` would take. */
function chooseVariant(req: Request, { br, gzip, identity }: BuiltFile): Variant {
  if (br && req.acceptsEncodings('br')) return br;
  if (gzip && req.acceptsEncodings('gzip')) return gzip;
  return identity();
}

function readFiles(client: string, policyOf: PolicyOf): Map<string, BuiltFile> {
  const names = readdirSync(client, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(client, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const known = new Set(names);
  const files = new Map<string, BuiltFile>();
  for (const name of names.filter((name) => !/\.(br|gz)$/.test(name))) {
    const paths = pathsOf(`/${name}`);
    const headers = headersOf(`/${name}`, paths.at(-1) as string, policyOf);
    const read = (suffix: string) => readFileSync(join(client, name + suffix));
    const br = known.has(`${name}.br`) ? read('.br') : undefined;
    const file: BuiltFile = { identity: identityOf(br, () => read(''), headers) };
    if (br) file.br = variantOf(br, headers, 'br');
    if (known.has(`${name}.gz`)) file.gzip = variantOf(read('.gz'), headers, 'gzip');
    for (const path of paths) files.set(path, file);
  }
  return files;
}

/** Files whose names contain a hash of their content. */
const hashed = /^\/(_astro|drawings)\//;

function headersOf(name: string, path: string, policyOf: PolicyOf): Variant['headers'] {
  const type = lookup(name) ?? 'application/octet-stream';
  return {
    'Content-Type': type === 'text/html' ? 'text/html;charset=utf-8' : type,
    'Cache-Control': hashed.test(name) ? `public, max-age=${yearS}, immutable` : 'no-cache',
    Vary: 'Accept-Encoding',
    ...(type === 'text/html' && { 'Content-Security-Policy': policyOf(path) }),
  };
}

// Browsers accept Brotli, so that the uncompressed form of a file with it is created with its first use, not read at the start.
function identityOf(br: Buffer | undefined, read: () => Buffer, headers: Variant['headers']): () => Variant {
  let variant = br ? undefined : variantOf(read(), headers);
  return () => {
    variant ??= variantOf(brotliDecompressSync(br as Buffer), headers);
    return variant;
  };
}

function variantOf(body: Buffer, headers: Variant['headers'], encoding?: string): Variant {
  const ETag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const own = { 'Content-Length': body.length, ETag, ...(encoding && { 'Content-Encoding': encoding }) };
  return { body, headers: { ...headers, ...own } };
}

/** The paths of a file: `/terms.html` is also `/terms`, and `/ops/index.html` also `/ops/index` and `/ops`. */
function pathsOf(name: string): string[] {
  const page = name.replace(/\.html$/, '');
  return [...new Set([name, page, page.replace(/\/index$/, '') || '/'])];
}

function pathOf(path: string): string {
  const decoded = path.includes('%') ? decode(path) : path;
  return decoded.length > 1 && decoded.endsWith('/') ? decoded.slice(0, -1) : decoded;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
