import type { Endpoint, FileRule, Sent } from '#contracts/endpoint.ts';
import { limits } from '#contracts/limits.ts';
import { call } from './api.ts';

/** Returns why a file violates its rule; undefined when it does not. The server checks the content as well. */
export function checkFile(rule: FileRule, file: File | undefined): string | undefined {
  if (!file) return rule.missing;
  if (!rule.types.includes(file.type)) return rule.wrongType;
  if (file.size > rule.maxBytes) return rule.tooLarge;
  return undefined;
}

/**
 * Uploads a file, and returns the server's message. `onProgress` receives the sent share, 0 to 1.
 *
 * @throws ApiError, CallTimeoutError or NetworkError
 */
export async function upload<E extends Endpoint & { file: FileRule }>(
  endpoint: E,
  sent: Sent<E>,
  onProgress: (part: number) => void,
): Promise<string> {
  const response = await call(endpoint, sent, { onProgress, timeoutMs: limits.signUpTimeoutMs });
  return (response as { message?: string }).message ?? '';
}
