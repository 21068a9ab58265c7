import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { freePort } from '#sandbox/processes/ports.ts';
import type { JourneyBrowser } from '../journey-page.ts';
import { driveTabs, type Tab, untilDone } from './driven-page.ts';

type Send = <Result>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Result>;

// The key of an element in answers (https://www.w3.org/TR/webdriver2/#elements).
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/**
 * Opens WebKitGTK's sample browser through its driver, which speaks WebDriver (https://www.w3.org/TR/webdriver2/) and has one session:
 * each visitor gets a driver. It needs a display, which Xvfb is. Uncaught errors of pages are not reported.
 */
export async function openWebKit(path: string): Promise<JourneyBrowser> {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [display] = await once(createInterface({ input: screen.stdout as Readable }), 'line');
  const env = { ...process.env, DISPLAY: `:${display}`, TZ: 'Africa/Lagos' };
  const drivers: { driver: ChildProcess; session: Send }[] = [];
  const newVisitor = async (baseURL: string) => {
    const port = await freePort();
    const driver = spawn(path, [`--port=${port}`], { stdio: 'ignore', env });
    const session = await openSession(sendTo(`http://127.0.0.1:${port}`));
    drivers.push({ driver, session });
    return driveTabs(() => tabsOf(session), baseURL);
  };
  const close = async () => {
    for (const { driver, session } of drivers) {
      await session('DELETE', '');
      await end(driver);
    }
    await end(screen);
  };
  return { newVisitor, problems: [], close };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

const sendTo =
  (origin: string): Send =>
  async <Result>(method: string, path: string, body: object = {}) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: Result & { message?: string } };
    if (!response.ok) throw new Error(value.message);
    return value;
  };

async function openSession(send: Send): Promise<Send> {
  const body = { capabilities: {} };
  // Until the driver listens.
  const { sessionId } = await untilDone(() => send<{ sessionId: string }>('POST', '/session', body));
  const session: Send = (method, path, sent) => send(method, `/session/${sessionId}${path}`, sent);
  await session('POST', '/window/rect', { width: 1280, height: 900 });
  return session;
}

async function tabsOf(session: Send): Promise<Tab[]> {
  const handles = await session<string[]>('GET', '/window/handles');
  return handles.map((handle) => driveTab(session, handle));
}

function driveTab(session: Send, handle: string): Tab {
  const run = async <Result>(path: string, body: object) => {
    await session('POST', '/window', { handle });
    return session<Result>('POST', path, body);
  };
  const evaluate = <Result>(expression: string) =>
    run<Result>('/execute/sync', { script: `return ${expression}`, args: [] });
  return {
    id: handle,
    goto: (url) => run('/url', { url }),
    evaluate,
    click: async (expression) => {
      const element = await evaluate<Record<string, string> | null>(expression);
      if (!element) throw new Error(`Not found: ${expression}`);
      await run(`/element/${element[elementKey]}/click`, {});
    },
  };
}
