import { afterEach, expect, it, vi } from 'vitest';
import { requireProgram } from './requirements.ts';

const absent = { commands: ['no-such-program'], installLine: 'apt-get install no-such-program' };

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it('finds a program on PATH', () => {
  expect(requireProgram({ commands: ['no-such-program', 'sh'], installLine: '' }).path).toMatch(/\/sh$/);
});

it('prefers a configured path', () => {
  expect(requireProgram({ commands: ['sh'], installLine: '' }, process.execPath)).toEqual({
    path: process.execPath,
  });
});

it('prints the reason and the install line when it is missing', () => {
  vi.stubEnv('STRICT', '');
  const print = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(requireProgram(absent).missing).toContain('apt-get install no-such-program');
  expect(print).toHaveBeenCalledWith(expect.stringContaining('SKIPPED: no-such-program is not installed'));
});

it('fails instead in a strict run', () => {
  vi.stubEnv('STRICT', '1');
  expect(() => requireProgram(absent)).toThrow('no-such-program is not installed');
});
