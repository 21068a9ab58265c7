import type { S3Client } from '@aws-sdk/client-s3';
import { loadOnce } from '../async-calls.ts';
import { UnavailableError } from '../errors.ts';
import { withinDeadline } from '../request-deadline.ts';
import type { ObjectStoreSettings } from './file-settings.ts';

const timeoutMs = 5_000;
/** Time that a call needs to end its own transaction after a wait for the store. */
const reserveMs = 1_000;

/** Thrown when the object store is unavailable or refuses; calls respond with 503. */
export class FilesUnavailableError extends UnavailableError {
  override name = 'FilesUnavailableError';
  /** Status of its response; undefined without one. */
  readonly status: number | undefined;
  /** Whether the object does not exist, in a bucket that does. */
  readonly isMissing: boolean;

  constructor(message: string, { status, isMissing }: { status: number | undefined; isMissing: boolean }) {
    super(message, { hasResponded: status !== undefined });
    this.status = status;
    this.isMissing = isMissing;
  }
}

/** A bucket. Every function throws {@link FilesUnavailableError}. */
export type ObjectStore = ReturnType<typeof objectStore>;

type Sdk = typeof import('@aws-sdk/client-s3');
const opened = new WeakMap<ObjectStoreSettings, () => Promise<{ sdk: Sdk; client: S3Client }>>();

/** Returns the store of these settings; the SDK (90 ms, 36 MB) is loaded when it is used first. */
export function objectStore(settings: ObjectStoreSettings) {
  const { bucket: Bucket } = settings;
  async function send<T>(
    what: string,
    work: (sdk: Sdk, client: S3Client, options: { abortSignal: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    const { sdk, client } = await open(settings);
    const abortSignal = AbortSignal.timeout(withinDeadline(timeoutMs, reserveMs));
    try {
      return await work(sdk, client, { abortSignal });
    } catch (error) {
      throw toUnavailable(what, abortSignal.aborted ? { name: 'no response in time' } : error);
    }
  }
  return {
    put: (Key: string, Body: Buffer) =>
      send('PUT', async (sdk, client, options) => {
        await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body }), options);
      }),
    /** Returns the bytes of an object; undefined when there is none. */
    get: (Key: string) =>
      ifFound(
        send('GET', async (sdk, client, options) => {
          const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key }), options);
          return Buffer.from((await Body?.transformToByteArray()) ?? []);
        }),
      ),
    async exists(Key: string): Promise<boolean> {
      const head = send('HEAD', (sdk, client, options) =>
        client.send(new sdk.HeadObjectCommand({ Bucket, Key }), options),
      );
      return (await ifFound(head)) !== undefined;
    },
    /** Deletes an object, if there is one. */
    async remove(Key: string): Promise<void> {
      const removed = send('DELETE', (sdk, client, options) =>
        client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), options),
      );
      await ifFound(removed);
    },
    /** Checks that the bucket exists and the keys are accepted. */
    check: () =>
      send('HEAD', async (sdk, client, options) => {
        await client.send(new sdk.HeadBucketCommand({ Bucket }), options);
      }),
  };
}

async function ifFound<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof FilesUnavailableError && error.isMissing) return undefined;
    throw error;
  }
}

function open(settings: ObjectStoreSettings): Promise<{ sdk: Sdk; client: S3Client }> {
  const { endpoint, region, accessKey: accessKeyId, secretKey: secretAccessKey } = settings;
  const load =
    opened.get(settings) ??
    loadOnce(async () => {
      const sdk = await import('@aws-sdk/client-s3');
      const client = new sdk.S3Client({
        endpoint,
        region,
        credentials: { accessKeyId, secretAccessKey },
        // Every S3-compatible store supports addresses with the bucket in the path; not all of them support trailing checksums.
        forcePathStyle: true,
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        maxAttempts: 2,
      });
      return { sdk, client };
    });
  opened.set(settings, load);
  return load();
}

// Without the error of the SDK as its cause, which has headers of the request.
function toUnavailable(what: string, error: unknown): FilesUnavailableError {
  const { name, code, $metadata } = error as {
    name?: string;
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  const status = $metadata?.httpStatusCode;
  return new FilesUnavailableError(
    `The object store failed on ${what}: ${[status, code ?? name].filter(Boolean).join(' ')}`,
    // A missing bucket is NoSuchBucket, but for HEAD, whose response has no body.
    { status, isMissing: name === 'NoSuchKey' || name === 'NotFound' },
  );
}
