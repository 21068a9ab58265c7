import { promisify } from 'node:util';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type { MulterError } from 'multer';
import type { Endpoint, FileRule } from '#contracts/endpoint.ts';
import { HttpError, invalidField } from '../../errors.ts';

/** The body of a request, not yet validated. */
export interface RawBody {
  fields: unknown;
  file: Buffer | undefined;
}

const maxFieldBytes = 8 * 1024;
const defaultMaxBytes = 100 * 1024;

const parsers = new Map<number, RequestHandler>();
/** Returns the middleware that parses JSON bodies up to `limit` bytes. */
function parseJson(limit: number): RequestHandler {
  const parser = parsers.get(limit) ?? express.json({ limit });
  parsers.set(limit, parser);
  return parser;
}

/** Reads a JSON body or, where the contract has a file, a multipart body. Throws a 400, 413 or 415. */
export async function readBody(
  req: Request,
  res: Response,
  { file, maxBodyBytes = defaultMaxBytes }: Pick<Endpoint, 'file' | 'maxBodyBytes'>,
): Promise<RawBody> {
  if (file) return readMultipart(req, res, file);
  const hasBody = Number(req.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in req.headers;
  if (hasBody && !req.is('application/json')) throw new HttpError(415, 'Please send the data as JSON.');
  await promisify(parseJson(maxBodyBytes))(req, res);
  return { fields: hasBody ? req.body : undefined, file: undefined };
}

/** Reads a body as bytes, up to `maxBytes`. Throws a 413. */
export async function readBytes(req: Request, res: Response, maxBytes: number): Promise<Buffer> {
  await promisify(express.raw({ type: () => true, limit: maxBytes }))(req, res);
  return Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
}

// Reads the text fields and the one file into memory, with limits for all of them.
async function readMultipart(req: Request, res: Response, rule: FileRule): Promise<RawBody> {
  if (!req.is('multipart/form-data'))
    throw new HttpError(415, 'Please send the form as multipart/form-data.');
  // Imported with the first upload.
  const { default: multer } = await import('multer');
  const receive = multer({
    storage: multer.memoryStorage(),
    defParamCharset: 'utf8',
    limits: {
      fileSize: rule.maxBytes,
      files: 1,
      fields: 20,
      parts: 21,
      fieldNameSize: 100,
      fieldSize: maxFieldBytes,
      headerPairs: 50,
    },
  }).single(rule.field);
  await promisify(receive)(req, res).catch((error: unknown) => {
    throw error instanceof multer.MulterError ? toUploadError(error, rule) : toFormError(error);
  });
  return { fields: { ...req.body }, file: req.file?.buffer };
}

function toFormError(error: unknown): unknown {
  return error instanceof Error && !(error instanceof HttpError)
    ? new HttpError(400, 'The form could not be read. Please try again.')
    : error;
}

function toUploadError(error: MulterError, rule: FileRule): HttpError {
  switch (error.code) {
    case 'LIMIT_FILE_SIZE':
      return new HttpError(413, rule.tooLarge, { errors: { [rule.field]: rule.tooLarge } });
    case 'LIMIT_FIELD_VALUE':
      return new HttpError(413, 'One of the fields is too long.');
    case 'LIMIT_UNEXPECTED_FILE':
    case 'LIMIT_FILE_COUNT':
      return invalidField(rule.field, 'Please send one file only.');
    default:
      return new HttpError(400, 'The form could not be read. Please try again.');
  }
}
