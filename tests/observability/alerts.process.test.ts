import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { needs, requirePrometheus } from '../support/vitest/requirements.ts';
import { alertCases, promtoolTests } from './alert-cases.ts';

interface Rules {
  groups: { rules: { alert: string; annotations: { summary: string; runbook: string } }[] }[];
}

const { path, missing } = requirePrometheus();
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'deploy/observability/prometheus');
const rulesFile = join(folder, 'alerts.yml');
const rules = (parse(readFileSync(rulesFile, 'utf8')) as Rules).groups.flatMap((group) => group.rules);

describe('the alerts', () => {
  it('have a section in the operations manual with a meaning and what to do', () => {
    const manual = readFileSync(join(root, 'docs/operations.md'), 'utf8');
    const sections = new Map(
      manual.split(/^#### /m).map((section) => [section.split('\n', 1)[0] ?? '', section]),
    );
    for (const { alert, annotations } of rules) {
      expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`);
      expect(sections.get(alert), alert).toMatch(/\*\*Meaning\*\*[\s\S]+\*\*What to do\*\*/);
    }
    expect([...sections.keys()].filter((name) => name.startsWith('CourseLift')).toSorted()).toEqual(
      rules.map(({ alert }) => alert).toSorted(),
    );
  });

  it('are each tested', () => {
    expect(Object.keys(alertCases).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
  });
});

describe('promtool', needs({ missing }), () => {
  const temporary = mkdtempSync(join(tmpdir(), 'courselift-alerts-'));
  afterAll(() => rmSync(temporary, { recursive: true, force: true }));
  const promtool = (...args: string[]) => {
    try {
      return execFileSync(join(dirname(path ?? ''), 'promtool'), args, { encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${stdout}\n${stderr}`);
    }
  };

  it('accepts the configuration', () => {
    expect(promtool('check', 'config', join(folder, 'prometheus.yml'))).toContain('16 rules found');
  });

  it('sees each alert fire when its series fail, and clear when they recover', () => {
    const file = join(temporary, 'tests.json');
    writeFileSync(file, JSON.stringify(promtoolTests(rulesFile)));
    expect(promtool('test', 'rules', file)).toContain('SUCCESS');
  });
});
