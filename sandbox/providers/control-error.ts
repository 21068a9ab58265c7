import type { NextFunction, Request, Response } from 'express';
import { ZodError, z } from 'zod';

/** A control request that is invalid in the current state; `status` is the HTTP status. */
export class ControlError extends Error {
  override name = 'ControlError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Express error handler for all sandbox routes except the provider's protocol: `{ message }` as JSON. */
export function sendControlError(error: unknown, _req: Request, res: Response, next: NextFunction): void {
  if (res.headersSent) {
    next(error);
    return;
  }
  if (error instanceof ZodError) {
    res.status(400).json({ message: z.prettifyError(error) });
    return;
  }
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  const isClientError = status < 500 && error instanceof Error;
  res
    .status(isClientError ? status : 500)
    .json({ message: isClientError ? error.message : 'The sandbox failed.' });
}
