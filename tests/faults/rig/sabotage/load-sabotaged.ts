import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { sabotagedFiles, sabotages } from './sabotages.ts';

// Preloaded into the processes of the product: they load the files that the sabotage named by SABOTAGE changes as changed.
const sabotage = sabotages.find(({ name }) => name === process.env.SABOTAGE);
if (!sabotage) throw new Error('SABOTAGE names no sabotage');
const files = sabotagedFiles(sabotage);

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const source = url.startsWith('file:') ? files.get(fileURLToPath(url)) : undefined;
    return source === undefined ? loaded : { ...loaded, source };
  },
});
