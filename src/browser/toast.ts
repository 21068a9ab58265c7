import { atom } from 'nanostores';

/** A message that is shown for a few seconds. */
export interface Toast {
  id: number;
  kind: 'success' | 'error';
  text: string;
}

const shownForMs = { success: 2_000, error: 4_000 } as const;
const maxToasts = 20;

interface Clock {
  timer: ReturnType<typeof setTimeout> | undefined;
  leftMs: number;
  startedAt: number;
}

const clocks = new Map<number, Clock>();
let lastId = 0;
let isPaused = false;

/** Current toasts, oldest first; at most 20. */
export const $toasts = atom<readonly Toast[]>([]);

/** Shows a success message for 2 s. */
export function toastSuccess(text: string): void {
  add('success', text);
}

/** Shows an error message for 4 s. */
export function toastError(text: string): void {
  add('error', text);
}

/** Removes a message immediately. */
export function dismissToast(id: number): void {
  clearTimeout(clocks.get(id)?.timer);
  clocks.delete(id);
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
}

/** Stops the timers of all messages while the pointer or the focus is on one. */
export function pauseToasts(): void {
  if (isPaused) return;
  isPaused = true;
  for (const clock of clocks.values()) {
    clearTimeout(clock.timer);
    clock.leftMs -= Date.now() - clock.startedAt;
  }
}

/** Restarts the timers with the remaining time. */
export function resumeToasts(): void {
  if (!isPaused) return;
  isPaused = false;
  for (const [id, clock] of clocks) run(id, clock);
}

function add(kind: Toast['kind'], text: string): void {
  // Replace an identical message instead of showing it twice.
  for (const same of $toasts.get().filter((toast) => toast.text === text)) dismissToast(same.id);
  const oldest = $toasts.get()[0];
  if (oldest && $toasts.get().length >= maxToasts) dismissToast(oldest.id);
  lastId += 1;
  const clock: Clock = { timer: undefined, leftMs: shownForMs[kind], startedAt: Date.now() };
  clocks.set(lastId, clock);
  $toasts.set([...$toasts.get(), { id: lastId, kind, text }]);
  if (!isPaused) run(lastId, clock);
}

function run(id: number, clock: Clock): void {
  clock.startedAt = Date.now();
  clock.timer = setTimeout(() => dismissToast(id), Math.max(clock.leftMs, 0));
}
