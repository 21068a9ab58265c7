import type { Endpoint, Failure, FileRule, Sent } from '#contracts/endpoint.ts';
import { limits } from '#contracts/limits.ts';
import { ApiError, CallTimeoutError, NetworkError, requestFor } from './api.ts';
import { expireSession } from './session.ts';

/**
 * Calls an endpoint with a file upload and reports the progress (0 to 1), which fetch cannot. Returns the server's
 * message.
 *
 * @throws ApiError, CallTimeoutError or NetworkError
 */
export function sendFile<E extends Endpoint & { file: FileRule }>(
  endpoint: E,
  sent: Sent<E>,
  onProgress: (part: number) => void,
): Promise<string> {
  const { url, init } = requestFor(endpoint, sent);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, url);
    new Headers(init.headers).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.timeout = limits.signUpTimeoutMs;
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.ontimeout = () => reject(new CallTimeoutError());
    request.onerror = () => reject(new NetworkError());
    request.onload = () => {
      const { message = '', ...rest }: Partial<Failure> = request.response ?? {};
      if (request.status >= 200 && request.status < 300) return resolve(message);
      if (request.status === 401) expireSession();
      reject(new ApiError(request.status, { message, ...rest }));
    };
    request.send(init.body as FormData);
  });
}
