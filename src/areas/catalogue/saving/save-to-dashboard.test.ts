import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { minuteMs } from '#contracts/durations.ts';
import { consumeCourseToSave, storeCourseToSave } from './save-to-dashboard.ts';

const course = { id: '1', title: 'Learn SQL', description: '', url: 'https://sql.example/' };

beforeEach(() => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('returns the stored course once', () => {
  storeCourseToSave(course);
  expect([consumeCourseToSave(), consumeCourseToSave()]).toEqual([course, undefined]);
});

it('drops a stored course after 30 minutes', () => {
  storeCourseToSave(course);
  vi.advanceTimersByTime(31 * minuteMs);
  expect(consumeCourseToSave()).toBeUndefined();
});
