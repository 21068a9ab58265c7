/** Where uploaded files are stored, and the object store that has some of them. */
export interface FileSettings {
  /** Where new files are stored. */
  store: 'postgres' | 's3';
  /** Absent while a setting of it is missing. */
  s3: ObjectStoreSettings | undefined;
  /** Names of settings that are missing although others of the object store are set. */
  missing: string[];
}

/** A bucket of an S3-compatible object store. */
export interface ObjectStoreSettings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
}

interface Settings {
  FILES_STORE: 'postgres' | 's3';
  FILES_S3_ENDPOINT?: string | undefined;
  FILES_S3_REGION: string;
  FILES_S3_BUCKET?: string | undefined;
  FILES_S3_ACCESS_KEY?: string | undefined;
  FILES_S3_SECRET_KEY?: string | undefined;
}
const required = [
  'FILES_S3_ENDPOINT',
  'FILES_S3_BUCKET',
  'FILES_S3_ACCESS_KEY',
  'FILES_S3_SECRET_KEY',
] as const;

/** Returns the settings of files. */
export function toFileSettings(settings: Settings): FileSettings {
  const { FILES_STORE: store, FILES_S3_ENDPOINT: endpoint, FILES_S3_REGION: region } = settings;
  const {
    FILES_S3_BUCKET: bucket,
    FILES_S3_ACCESS_KEY: accessKey,
    FILES_S3_SECRET_KEY: secretKey,
  } = settings;
  const isComplete = endpoint && bucket && accessKey && secretKey;
  const missing = required.filter((name) => !settings[name]);
  const isUsed = store === 's3' || missing.length < required.length;
  return {
    store,
    s3: isComplete ? { endpoint, region, bucket, accessKey, secretKey } : undefined,
    missing: isUsed ? missing : [],
  };
}

/** Returns what is missing in the settings of files, in one line. */
export function findFileProblem({ missing }: FileSettings): string | undefined {
  if (missing.length === 0) return undefined;
  return `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set, which FILES_STORE=s3 and the other FILES_S3 settings need.`;
}
