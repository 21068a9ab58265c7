import { stripTypeScriptTypes } from 'node:module';
import { describe, expect, it } from 'vitest';
import { applyEdits, sabotagedFiles, sabotages } from './sabotages.ts';

describe('a sabotage of the product', () => {
  it.each(sabotages)('$name changes code that exists, and leaves valid TypeScript', (sabotage) => {
    for (const [file, source] of sabotagedFiles(sabotage))
      expect(() => stripTypeScriptTypes(source), file).not.toThrow();
  });

  it('is refused when its text is missing, or not the only one', () => {
    const edit = { file: 'a.ts', search: 'x', replace: 'y' };
    expect(applyEdits('x', [edit])).toBe('y');
    expect(() => applyEdits('', [edit])).toThrow('a.ts');
    expect(() => applyEdits('xx', [edit])).toThrow('a.ts');
  });
});
