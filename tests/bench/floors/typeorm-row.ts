import express from 'express';
import { DataSource, EntitySchema } from 'typeorm';
import { databaseUrl, serve } from './serve.ts';

// Express and TypeORM: one row by its id.
interface UserRow {
  id: string;
  email: string;
  full_name: string;
  phone_number: string | null;
  country: string | null;
  gender: string | null;
  role: string;
  created_at: Date;
}

const text = { type: 'text', nullable: true } as const;
const User = new EntitySchema<UserRow>({
  name: 'User',
  tableName: 'users',
  columns: {
    id: { type: 'uuid', primary: true },
    email: text,
    full_name: text,
    phone_number: text,
    country: text,
    gender: text,
    role: text,
    created_at: { type: 'timestamptz' },
  },
});

const db = await new DataSource({
  type: 'postgres',
  url: databaseUrl,
  entities: [User],
  poolSize: 20,
  installExtensions: false,
}).initialize();
const users = db.getRepository(User);
const app = express();
app.get('/row/:id', async (req, res) => {
  res.json({ data: await users.findOneBy({ id: req.params.id }) });
});
serve(app);
