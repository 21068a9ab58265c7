import * as client from 'react-dom/client';

/**
 * What starts React. In React's own chunk (chunks.ts): the bundler calls the function around a CommonJS module in the module that imports
 * it, so React starts in the task of its own script instead of in that of the first island.
 */
export const reactClient = client;
