import express, { type Request, type Response } from 'express';
import type { FileRule } from '#contracts/endpoint.ts';
import { HttpError } from '../errors.ts';
import type { RawBody } from './raw-body.ts';
import { readMultipart } from './read-multipart.ts';

const parseJson = express.json({ limit: '100kb' });

/** Reads a JSON or, where the contract has a file, a multipart body. Refuses with 400, 413 or 415. */
export async function readBody(req: Request, res: Response, file: FileRule | undefined): Promise<RawBody> {
  if (file) return readMultipart(req, res, file);
  const hasBody = Number(req.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in req.headers;
  if (hasBody && !req.is('application/json')) throw new HttpError(415, 'Please send the data as JSON.');
  await new Promise<void>((resolve, reject) => {
    parseJson(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
  });
  return { fields: hasBody ? req.body : undefined, file: undefined };
}
