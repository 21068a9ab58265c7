import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#sandbox/processes/ports.ts';
import { pathOf } from '../core/programs.ts';
import type { Context } from '../core/scenario.ts';

/**
 * Starts nginx on the Brotli files of a folder, with one worker process as the product has one: it sends what is in the
 * files, whatever the request accepts. Returns its URL. It stops with the scenario.
 */
export async function startNginx(context: Context, folder: string): Promise<string> {
  const own = await mkdtemp(join(tmpdir(), 'courselift-nginx-'));
  context.defer(() => rm(own, { recursive: true, force: true }));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${own}/${name};`,
  );
  const config = `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    worker_processes 1;
    pid ${own}/pid;
    error_log stderr;
    events { worker_connections 512; }
    http {
      ${temporary.join('\n')}
      access_log off;
      sendfile on;
      tcp_nopush on;
      keepalive_requests 10000000;
      open_file_cache max=100;
      server {
        listen 127.0.0.1:${port};
        root ${folder};
        types { }
        default_type text/html;
        add_header Content-Encoding br;
        location ~ \\.js\\.br$ { default_type text/javascript; add_header Content-Encoding br; }
      }
    }`;
  const file = join(own, 'nginx.conf');
  await writeFile(file, config);
  const child = spawn(pathOf('nginx'), ['-p', own, '-c', file, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  context.defer(async () => {
    if (child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  });
  for (let attempt = 0; attempt < 250; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}.`);
    if (await isListening(port)) return `http://127.0.0.1:${port}`;
    await sleep(20);
  }
  throw new Error(`nginx does not listen on port ${port}.`);
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
