import { pathToFileURL } from 'node:url';
import express, { type RequestHandler } from 'express';
import { serve } from './serve.ts';

// Express and @astrojs/node in middleware mode: one page rendered on demand.
const { handler } = (await import(pathToFileURL(process.env.ENTRY ?? '').href)) as {
  handler: RequestHandler;
};
const app = express();
app.use(handler);
serve(app);
