import * as z from 'zod';
import { bucket, type SettingsOf, url } from '../setting-types.ts';

export const fileSchema = {
  FILES_STORE: z.enum(['postgres', 's3']).default('postgres'),
  FILES_S3_ENDPOINT: url('http', 'https').optional(),
  FILES_S3_REGION: z.string().min(1).default('us-east-1'),
  FILES_S3_BUCKET: bucket.optional(),
  FILES_S3_ACCESS_KEY: z.string().min(1).optional(),
  FILES_S3_SECRET_KEY: z.string().min(1).optional(),
};

/** Where uploaded files are stored, and the object store that has some of them. */
export type FileSettings = ReturnType<typeof toFileSettings>;

/** A bucket of an S3-compatible object store. */
export type ObjectStoreSettings = NonNullable<FileSettings['s3']>;

const required = [
  'FILES_S3_ENDPOINT',
  'FILES_S3_BUCKET',
  'FILES_S3_ACCESS_KEY',
  'FILES_S3_SECRET_KEY',
] as const;

export function toFileSettings(settings: SettingsOf<typeof fileSchema>) {
  const { FILES_S3_ENDPOINT: endpoint, FILES_S3_REGION: region, FILES_S3_BUCKET: bucket } = settings;
  const { FILES_S3_ACCESS_KEY: accessKey, FILES_S3_SECRET_KEY: secretKey } = settings;
  const isComplete = endpoint && bucket && accessKey && secretKey;
  const missing = required.filter((name) => !settings[name]);
  const isUsed = settings.FILES_STORE === 's3' || missing.length < required.length;
  return {
    /** Where new files are stored. */
    store: settings.FILES_STORE,
    /** Absent while a setting of it is missing. */
    s3: isComplete ? { endpoint, region, bucket, accessKey, secretKey } : undefined,
    /** Names of settings that are missing although others of the object store are set. */
    missing: isUsed ? missing : [],
  };
}

/** Returns what is missing in the settings of files, in one line. */
export function findFileProblem({ missing }: FileSettings): string | undefined {
  if (missing.length === 0) return undefined;
  return `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set, which FILES_STORE=s3 and the other FILES_S3 settings need.`;
}
