import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  BucketAlreadyOwnedByYou,
  CreateBucketCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { freePort } from '#sandbox/processes/ports.ts';

const script = fileURLToPath(new URL('./serve-swift.py', import.meta.url));
const credentials = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };

/** OpenStack Swift with its S3 API: proxy, account, container and object server on one folder, and an empty bucket. */
export interface TestSwift {
  /** Settings of the product that store new files in it. */
  env: Record<string, string>;
  client: S3Client;
  /** The keys of all objects. */
  keys(): Promise<string[]>;
  /** kill -9 of all its processes. */
  kill(): Promise<void>;
  /** Starts it again on the same ports and files (after {@link kill}). */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it on private ports, with files in a temporary folder. It takes some seconds. */
export async function startSwift(): Promise<TestSwift> {
  const folder = await mkdtemp(join(tmpdir(), 'courselift-swift-'));
  const ports = [await freePort(), await freePort(), await freePort(), await freePort()];
  const endpoint = `http://127.0.0.1:${ports[0]}`;
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  let server = await launch(folder, ports);
  const bucket = 'files';
  // Its servers accept connections before they respond.
  for (let attempt = 0; ; attempt++) {
    try {
      await client.send(new CreateBucketCommand({ Bucket: bucket }));
      break;
    } catch (error) {
      if (error instanceof BucketAlreadyOwnedByYou) break;
      if (attempt === 50) throw error;
      await sleep(100);
    }
  }
  return {
    env: {
      FILES_STORE: 's3',
      FILES_S3_ENDPOINT: endpoint,
      FILES_S3_BUCKET: bucket,
      FILES_S3_ACCESS_KEY: credentials.accessKeyId,
      FILES_S3_SECRET_KEY: credentials.secretAccessKey,
    },
    client,
    async keys() {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
      return Contents.map(({ Key = '' }) => Key);
    },
    kill: () => end(server),
    async restart() {
      server = await launch(folder, ports);
    },
    async stop() {
      client.destroy();
      await end(server);
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

async function launch(folder: string, ports: readonly number[]): Promise<ChildProcess> {
  const server = spawn('/usr/bin/python3', [script, folder, ...ports.map(String)], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  for (let attempt = 0; attempt < 600; attempt++) {
    if (server.exitCode !== null) break;
    if ((await Promise.all(ports.map(isListening))).every(Boolean)) return server;
    await sleep(50);
  }
  await end(server);
  throw new Error('OpenStack Swift did not start');
}

// It kills its servers when its input ends, so that they never outlive the tests.
async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.stdin?.end();
  await once(server, 'exit');
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
