import type { Locator, Page } from 'playwright-core';
import { type CaseKind, caseKinds } from '#contracts/cases/cases.ts';

/** What operators did for one case. */
export interface Tally {
  kind: CaseKind;
  /** Clicks and keys that act. */
  presses: number;
  /** Fields that were typed in or chosen from. */
  fields: number;
}

/** By id of the case. */
export type Tallies = Map<string, Tally>;

/** A page whose presses and typed fields are counted for the case that the operator works on. */
export interface CountedPage {
  page: Page;
  /** Counts from now on for this case. Presses that led to it count for it too. */
  workOn(kind: CaseKind, caseId: string): void;
  /** Ends the work on a case; presses that lead to none are not counted. */
  leave(): void;
  press(target: Locator): Promise<void>;
  pressKey(key: string): Promise<void>;
  /** Types into a field, or chooses from one with choices. */
  enter(field: Locator, value: string, isChoice: boolean): Promise<void>;
}

/** Counts in `tallies`, which several pages can share. */
export function countPage(page: Page, tallies: Tallies): CountedPage {
  let current: Tally | undefined;
  let pressesBefore = 0;
  const count = (what: 'presses' | 'fields') => {
    if (current) current[what] += 1;
    else if (what === 'presses') pressesBefore += 1;
  };
  return {
    page,
    workOn(kind, caseId) {
      const tally = tallies.get(caseId) ?? { kind, presses: 0, fields: 0 };
      tallies.set(caseId, tally);
      tally.presses += pressesBefore;
      pressesBefore = 0;
      current = tally;
    },
    leave() {
      current = undefined;
      pressesBefore = 0;
    },
    async press(target) {
      count('presses');
      await target.click();
    },
    async pressKey(key) {
      count('presses');
      await page.keyboard.press(key);
    },
    async enter(field, value, isChoice) {
      count('fields');
      if (isChoice) await field.selectOption(value);
      else await field.fill(value);
    },
  };
}

/** Returns the tallies by kind as a table, for people: averages of the cases of each kind. */
export function drawTallies(tallies: Tallies): string {
  const line = (...cells: (string | number)[]) => {
    const [first = '', ...others] = cells.map(String);
    return [first.padEnd(16), ...others.map((cell) => cell.padStart(10))].join('');
  };
  const lines = caseKinds.map((kind) => {
    const ofKind = [...tallies.values()].filter((tally) => tally.kind === kind);
    const average = (what: 'presses' | 'fields') =>
      (ofKind.reduce((sum, tally) => sum + tally[what], 0) / ofKind.length).toFixed(1);
    return line(kind, ofKind.length, average('presses'), average('fields'));
  });
  return [line('kind', 'cases', 'presses', 'fields'), ...lines].join('\n');
}
