import type { Endpoint, FileRule, ResponseBody, Sent } from '#contracts/endpoint.ts';
import { call } from '#src/browser/api.ts';
import { upload } from '#src/browser/files.ts';
import { withSession } from './session/desk-session.ts';

/** Calls the API of the desk; an operator whose session has ended signs in again over the page first. */
export function callDesk<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  options: { signal?: AbortSignal; isBackground?: boolean } = {},
): Promise<ResponseBody<E>> {
  return withSession(() => call(endpoint, sent, options));
}

/** Uploads a document to the desk, as {@link callDesk} calls it. */
export function uploadToDesk<E extends Endpoint & { file: FileRule }>(
  endpoint: E,
  sent: Sent<E>,
  onProgress: (part: number) => void,
): Promise<string> {
  return withSession(() => upload(endpoint, sent, onProgress));
}
