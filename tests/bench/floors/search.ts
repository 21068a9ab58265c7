import express from 'express';
import { CourseQuerySchema } from '#contracts/catalogue/catalogue.ts';
import { searchCourses } from '#services/catalogue/search-courses.ts';
import { createSearchPool } from '#services/catalogue/search-pool.ts';
import { databaseUrl, serve } from './serve.ts';

// Express and pg: the statements of the product's search, without its middleware.
const pool = createSearchPool(databaseUrl);
const app = express();
app.get('/search', async (req, res) => {
  res.json(await searchCourses(pool, CourseQuerySchema.parse({ ...req.query })));
});
serve(app);
