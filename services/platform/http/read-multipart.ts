import type { Request, Response } from 'express';
import multer, { MulterError } from 'multer';
import type { FileRule } from '#contracts/endpoint.ts';
import { HttpError, invalid } from '../errors.ts';
import type { RawBody } from './raw-body.ts';

const maxFieldBytes = 8 * 1024;

/** Reads the text fields and the one file of a multipart body into memory, within limits on everything. */
export async function readMultipart(req: Request, res: Response, rule: FileRule): Promise<RawBody> {
  if (!req.is('multipart/form-data'))
    throw new HttpError(415, 'Please send the form as multipart/form-data.');
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
  await new Promise<void>((resolve, reject) => {
    receive(req, res, (error: unknown) => (error ? reject(toHttpError(error, rule)) : resolve()));
  });
  return { fields: { ...req.body }, file: req.file?.buffer };
}

function toHttpError(error: unknown, rule: FileRule): unknown {
  if (!(error instanceof MulterError)) {
    return error instanceof Error && !(error instanceof HttpError)
      ? new HttpError(400, 'The form could not be read. Please try again.')
      : error;
  }
  switch (error.code) {
    case 'LIMIT_FILE_SIZE':
      return new HttpError(413, rule.tooLarge, { errors: { [rule.field]: rule.tooLarge } });
    case 'LIMIT_FIELD_VALUE':
      return new HttpError(413, 'One of the fields is too long.');
    case 'LIMIT_UNEXPECTED_FILE':
    case 'LIMIT_FILE_COUNT':
      return invalid('Please send one file only.', { [rule.field]: 'Please send one file only.' });
    default:
      return new HttpError(400, 'The form could not be read. Please try again.');
  }
}
