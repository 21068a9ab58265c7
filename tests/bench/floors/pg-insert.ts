import express from 'express';
import pg from 'pg';
import { databaseUrl, serve } from './serve.ts';

// Express and pg: one row in a transaction, without validation, session, encryption or outbox.
const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
await pool.query(
  `CREATE TABLE IF NOT EXISTS floor_rows (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), title text, body jsonb,
     created_at timestamptz DEFAULT now())`,
);
const text = 'INSERT INTO floor_rows (title, body) VALUES ($1, $2) RETURNING id';
const app = express();
app.use(express.json());
app.post('/rows', async (req, res) => {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const values = [req.body.course.courseTitle, req.body];
    const { rows } = await client.query({ name: 'insert', text, values });
    await client.query('COMMIT');
    res.status(201).json({ data: rows[0] });
  } finally {
    client.release();
  }
});
serve(app);
