import express from 'express';
import pg from 'pg';
import { databaseUrl, serve } from './serve.ts';

// Express and pg: one row by its id, with a prepared statement.
const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
const text = `SELECT id, email, full_name, phone_number, country, gender, role, created_at FROM users WHERE id = $1`;
const app = express();
app.get('/row/:id', async (req, res) => {
  const { rows } = await pool.query({ name: 'row', text, values: [req.params.id] });
  res.json({ data: rows[0] });
});
serve(app);
