const imports = /(?:\bfrom|\bimport)\s*["'](\.[^"']+)["']/g;

/** Returns the addresses of the scripts that a built script imports statically; `address` is its own. */
export function staticImports(script: string, address: string): string[] {
  return [...script.matchAll(imports)].map(
    ([, target = '']) => new URL(target, `http://here${address}`).pathname,
  );
}
