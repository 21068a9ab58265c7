import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { JourneyBrowser } from '../journey-page.ts';
import { driveTabs, type Tab } from './driven-page.ts';

/** A value of a script (WebDriver BiDi, script.RemoteValue): an element, or a primitive one. */
interface RemoteValue {
  type: string;
  sharedId?: string;
  value?: unknown;
}
interface Message {
  id?: number;
  result?: unknown;
  message?: string;
  method?: string;
  params?: { level: string; text: string; type: string };
}
type Send = <Result>(method: string, params?: object) => Promise<Result>;

const preferences = `user_pref('ui.prefersReducedMotion', 1);
user_pref('remote.log.level', 'Warn');`;

// Firefox also reports what was still loading when a page was left (2152398850 is NS_BINDING_ABORTED). A script that is missing where a page
// stays open fails the step that needs it.
const leftPage =
  /^Failed to load .* A ServiceWorker intercepted the request and encountered an unexpected error|^downloadable font: .* status=2152398850\b/;

/** Opens Firefox without a window. It speaks WebDriver BiDi itself (https://w3c.github.io/webdriver-bidi/), so it needs no driver. */
export async function openFirefox(path: string): Promise<JourneyBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'));
  await writeFile(join(profile, 'user.js'), preferences);
  const flags = [
    '--headless',
    '--width=1280',
    '--height=900',
    '--remote-debugging-port=0',
    '--profile',
    profile,
  ];
  const env = { ...process.env, TZ: 'Africa/Lagos' };
  const firefox = spawn(path, flags, { stdio: ['ignore', 'ignore', 'pipe'], env });
  const problems: string[] = [];
  const send = await connect(await addressOf(firefox), problems);
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const newVisitor = async (baseURL: string) => {
    const { userContext } = await send<{ userContext: string }>('browser.createUserContext');
    await send('browsingContext.create', { type: 'tab', userContext });
    return driveTabs(() => tabsOf(send, userContext), baseURL);
  };
  const close = async () => {
    const ended = once(firefox, 'exit');
    firefox.kill();
    await ended;
    await rm(profile, { recursive: true, force: true });
  };
  return { newVisitor, problems, close };
}

/**
 * A function of the page: scrolls to an element and returns it when a press in its middle reaches it or its label, undefined while it
 * moves or is covered. Firefox presses at a place, not on an element.
 */
const pressable = `async (element) => {
  if (!element) return undefined;
  element.scrollIntoView({ block: 'center' });
  const middle = () => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const [x, y] = middle();
  await new Promise((resolve) => setTimeout(resolve, 50));
  if (String(middle()) !== String([x, y])) return undefined;
  const reached = document.elementFromPoint(x, y);
  return element.contains(reached) || reached?.closest('label')?.control === element ? element : undefined;
}`;

/** Waits for the address that Firefox prints. */
function addressOf(firefox: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    firefox.once('exit', (code) => reject(new Error(`Firefox ended with code ${code}`)));
    // It is read to the end: Firefox would wait when the pipe is full.
    createInterface({ input: firefox.stderr as Readable }).on('line', (line) => {
      const address = line.match(/^WebDriver BiDi listening on (ws:\S+)/)?.[1];
      if (address) resolve(address);
    });
  });
}

async function connect(address: string, problems: string[]): Promise<Send> {
  const socket = new WebSocket(`${address}/session`);
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  socket.onmessage = ({ data }) => {
    const { id = 0, result, message, params } = JSON.parse(data) as Message;
    if (params?.type === 'javascript' && params.level === 'error' && !leftPage.test(params.text))
      problems.push(params.text);
    if (message) pending.get(id)?.reject(new Error(message));
    else pending.get(id)?.resolve(result);
    pending.delete(id);
  };
  socket.onclose = () => {
    for (const { reject } of pending.values()) reject(new Error('Firefox closed the connection'));
  };
  await once(socket, 'open');
  let count = 0;
  return <Result>(method: string, params: object = {}) => {
    const sent = Promise.withResolvers<unknown>();
    pending.set(++count, sent);
    socket.send(JSON.stringify({ id: count, method, params }));
    return sent.promise as Promise<Result>;
  };
}

async function tabsOf(send: Send, userContext: string): Promise<Tab[]> {
  const tree = { maxDepth: 0 };
  const { contexts } = await send<{ contexts: { context: string; userContext: string }[] }>(
    'browsingContext.getTree',
    tree,
  );
  return contexts
    .filter((entry) => entry.userContext === userContext)
    .map(({ context }) => driveTab(send, context));
}

function driveTab(send: Send, context: string): Tab {
  const run = async (expression: string): Promise<RemoteValue> => {
    const params = { expression, target: { context }, awaitPromise: true, userActivation: false };
    const { result, exceptionDetails } = await send<{
      result: RemoteValue;
      exceptionDetails?: { text: string };
    }>('script.evaluate', params);
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result;
  };
  return {
    id: context,
    goto: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    evaluate: async (expression) => (await run(expression)).value,
    click: async (expression) => {
      const { sharedId } = await run(`(${pressable})(${expression})`);
      if (!sharedId) throw new Error(`Not found, moving or covered: ${expression}`);
      const press = [
        { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element: { sharedId } } },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await send('input.performActions', {
        context,
        actions: [{ type: 'pointer', id: 'mouse', actions: press }],
      });
    },
  };
}
