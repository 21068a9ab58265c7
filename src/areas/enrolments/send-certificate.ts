import type { Failure } from '#contracts/endpoint.ts';
import { uploadCertificate } from '#contracts/enrolments.ts';
import { limits } from '#contracts/limits.ts';
import { ApiError, CallTimedOut, NetworkDown, requestFor } from '../../browser/api.ts';
import { signInPath } from '../../browser/paths.ts';
import { endSession, hereAndNow } from '../../browser/session.ts';

/**
 * Sends a certificate, telling how much of it has left (0 to 1), which fetch cannot. Answers the server's message.
 * @throws ApiError, CallTimedOut or NetworkDown
 */
export function sendCertificate(
  enrolmentId: string,
  file: File,
  onProgress: (part: number) => void,
): Promise<string> {
  const { url, init } = requestFor(uploadCertificate, { params: { id: enrolmentId }, file });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(uploadCertificate.method, url);
    new Headers(init.headers).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.timeout = limits.signUpTimeoutMs;
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.ontimeout = () => reject(new CallTimedOut());
    request.onerror = () => reject(new NetworkDown());
    request.onload = () => {
      const { message = '', ...rest }: Partial<Failure> = request.response ?? {};
      if (request.status >= 200 && request.status < 300) return resolve(message);
      if (request.status === 401) endSession(signInPath(hereAndNow(), 'expired'));
      reject(new ApiError(request.status, { message, ...rest }));
    };
    request.send(init.body as FormData);
  });
}
