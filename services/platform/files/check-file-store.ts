import { type Config, ConfigError } from '../config.ts';
import type { Logger } from '../log.ts';
import { FilesUnavailableError, objectStore } from './object-store.ts';

/**
 * Checks the object store where new files are stored, at the start of a process. An unavailable one costs a warning: what
 * needs no file is served meanwhile.
 *
 * @throws {ConfigError} for a missing bucket and for refused keys.
 */
export async function checkFileStore(
  { files }: Pick<Config, 'files'>,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  if (files.store !== 's3' || !files.s3) return;
  const { bucket, endpoint } = files.s3;
  const { host } = new URL(endpoint);
  try {
    await objectStore(files.s3).check();
  } catch (error) {
    if (!(error instanceof FilesUnavailableError)) throw error;
    if (error.status === 404)
      throw new ConfigError(`Configuration: FILES_S3_BUCKET: ${host} has no bucket ${bucket}.`);
    if (error.status === 403 || error.status === 401)
      throw new ConfigError(
        `Configuration: FILES_S3_ACCESS_KEY and FILES_S3_SECRET_KEY: ${host} refuses them for the bucket ${bucket}.`,
      );
    log.warn(
      `FILES_S3_ENDPOINT: ${host} is unavailable; files cannot be stored or read until it is back. ${error.message}`,
    );
  }
}
