import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { documentHeaders } from '../middleware.ts';
import { decodedPath } from '../requests/validate.ts';
import { addressOf, headersOf, isPart, listBuiltFiles } from './build-files.ts';
import type { PolicyOf } from './page-policies.ts';

/** One file of the build in one encoding, with its response headers complete. */
interface Variant {
  body: Buffer;
  headers: Record<string, string | number>;
}

interface BuiltFile {
  isPart: boolean;
  identity(): Variant;
  br?: Variant;
  gzip?: Variant;
}

/**
 * Middleware that serves the files of the build from memory (about 1.5 MB), in the encodings that the build wrote beside
 * them. Other paths of a page, such as `/help/` or `/help/index.html`, redirect to its address. A new build requires a
 * restart. Other paths go to the next handler.
 */
export function builtFiles(client: string, policyOf: PolicyOf): RequestHandler {
  const { files, addresses } = readFiles(client, policyOf);
  return (req, res, next) => {
    const path = decodedPath(req);
    const file = files.get(path);
    if (!file) {
      const address = addresses.get(path.replace(/(.)\/$/, '$1'));
      return address ? redirectToAddress(req, res, address) : next();
    }
    const { body, headers } = chooseVariant(req, file);
    if (file.isPart) for (const name of documentHeaders) res.removeHeader(name);
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

/** Reads the files of the build by address, and the addresses of pages by each path that leads to one. */
function readFiles(client: string, policyOf: PolicyOf) {
  const { names, known } = listBuiltFiles(client);
  const files = new Map<string, BuiltFile>();
  const addresses = new Map<string, string>();
  for (const name of names) {
    const address = addressOf(name);
    const headers = headersOf(name, policyOf);
    const read = (suffix: string) => readFileSync(join(client, name + suffix));
    const br = known.has(`${name}.br`) ? read('.br') : undefined;
    const file: BuiltFile = { isPart: isPart(name), identity: identityOf(br, () => read(''), headers) };
    if (br) file.br = variantOf(br, headers, 'br');
    if (known.has(`${name}.gz`)) file.gzip = variantOf(read('.gz'), headers, 'gzip');
    files.set(address, file);
    for (const path of pathsOf(address)) addresses.set(path, address);
  }
  return { files, addresses };
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

/** Paths that lead to an address: `/help/index.html` to `/help`, `/terms` to `/terms.html`. */
function pathsOf(address: string): string[] {
  const page = address.replace(/\.html$/, '');
  const folder = page.replace(/\/$/, '');
  return [address, page, `${page}.html`, `${folder}/index`, `${folder}/index.html`, `${address}/index.html`];
}

/** Redirects a request to the one address of its page, with its query. */
function redirectToAddress({ originalUrl }: Request, res: Response, address: string): void {
  const query = originalUrl.indexOf('?');
  res.set('Cache-Control', 'no-cache').location(address + (query < 0 ? '' : originalUrl.slice(query)));
  res.status(308).end();
}

// The other pages that are rendered on demand accept any path below theirs, and search engines do not list them.
const withSlash = /^(\/(?:explore(?:\/[\w-]+)?|leaving))\/$/;

/** Redirects the paths of pages that are rendered on demand to the address without a slash at the end. */
export const leadToAddress: RequestHandler = (req, res, next) => {
  const address = withSlash.exec(req.path)?.[1];
  if (address) redirectToAddress(req, res, address);
  else next();
};
